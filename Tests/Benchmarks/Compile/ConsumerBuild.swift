import Foundation

/// What the first build of a program that uses Igata costs: `IgataRuntime` and `IgataSQLite` for release, from nothing.
///
/// The baseline is the compilation of the bare structs of this group with `-O`. It is the same text each time, one
/// process compiles it, and it imports nothing of Igata, so a change of the runtime can't change it.
struct ConsumerBuild: Sendable {
  /// The most that the build may cost, as a multiple of the baseline.
  private static let bar = 24.0

  /// - Parameter bare: The compilation of the bare structs.
  func compare(with bare: Subject, in session: Session) async throws -> [Measurement] {
    // Under callgrind, a build takes hours.
    guard session.unit == .seconds else { return [] }
    session.say("building IgataRuntime and IgataSQLite from nothing")
    let scratch = try session.folder("consumer")
    let build = Subject(
      "build",
      Command(
        "swift",
        ["build", "-c", "release", "--target", "IgataSQLite", "--traits", "SQLite", "--scratch-path", scratch.path],
        in: session.package.path), in: session, prepare: { try FileManager.default.removeItem(at: scratch) })
    // A build is long enough to be measured once. The baseline is measured before it and after it.
    var baseline: [Double] = []
    for _ in 0..<2 { baseline.append(try await cost(of: bare)) }
    let cost = try await cost(of: build)
    for _ in 0..<2 { baseline.append(try await self.cost(of: bare)) }
    let least = median(baseline)
    return [
      Measurement(
        group: "compile", name: "IgataRuntime and IgataSQLite from nothing with -O beside bare structs",
        ratio: cost / least, bar: Self.bar,
        figures: "build \(figure(cost, session.unit)), bare \(figure(least, session.unit))")
    ]
  }

  private func cost(of subject: Subject) async throws -> Double {
    try await subject.prepare()
    return try await subject.run()
  }
}
