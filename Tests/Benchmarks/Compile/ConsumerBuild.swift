import Foundation

/// What the first build of a program that uses Igata costs: `IgataRuntime` and `IgataSQLite` from nothing.
///
/// For release, one baseline is the compilation of the bare structs of this group with `-O`. It is the same text each
/// time, one process compiles it, and it imports nothing of Igata, so a change of the runtime can't change it. The
/// other one is the same build of GRDB, whose package is in the folder that the environment's `IGATA_GRDB` names.
struct ConsumerBuild: Sendable {
  /// The most that the build may cost, as a multiple of the bare structs.
  private static let bar = 24.0

  private let configuration: String
  private let build: SwiftBuild

  init(_ configuration: String, in session: Session) {
    self.configuration = configuration
    build = SwiftBuild(["--target", "IgataSQLite", "--traits", "SQLite"], of: session.package.path, configuration)
  }

  /// - Parameter bare: The compilation of the bare structs; `nil` to compare with GRDB alone.
  func compare(with bare: Subject?, in session: Session) async throws -> [Measurement] {
    // Under callgrind, a build takes hours.
    guard session.unit == .seconds else { return [] }
    session.say("building IgataRuntime and IgataSQLite from nothing, \(configuration)")
    // A build is long enough to be measured once. The baseline is measured before it and after it.
    var baseline: [Double] = []
    for _ in 0..<2 { if let bare { baseline.append(try await cost(of: bare)) } }
    let cost = try build.run(in: session)
    for _ in 0..<2 { if let bare { baseline.append(try await self.cost(of: bare)) } }
    return (bare == nil ? [] : [beside(median(baseline), cost, session)]) + (try besideGRDB(cost, session))
  }

  private func beside(_ bare: Double, _ cost: BuildCost, _ session: Session) -> Measurement {
    Measurement(
      group: "compile", name: "IgataRuntime and IgataSQLite from nothing with -O beside bare structs",
      ratio: cost.processor / bare, bar: Self.bar,
      figures: "build \(figure(cost.processor, session.unit)), bare \(figure(bare, session.unit))")
  }

  private func besideGRDB(_ cost: BuildCost, _ session: Session) throws -> [Measurement] {
    guard let folder = ProcessInfo.processInfo.environment["IGATA_GRDB"] else {
      session.missing("IGATA_GRDB names no folder with GRDB's package")
      return []
    }
    let peer = try SwiftBuild(["--target", "GRDB"], of: folder, configuration).run(in: session)
    return [("processor", cost.processor, peer.processor), ("wall", cost.wall, peer.wall)].map { name, own, other in
      Measurement(
        group: "compile", name: "IgataRuntime and IgataSQLite from nothing, \(configuration), beside GRDB, \(name)",
        ratio: own / other, bar: 1,
        figures: "igata \(figure(own, session.unit)), GRDB \(figure(other, session.unit))")
    }
  }

  private func cost(of subject: Subject) async throws -> Double {
    try await subject.prepare()
    return try await subject.run()
  }
}

/// What a build took, in seconds.
private struct BuildCost {
  var processor: Double
  var wall: Double
}

/// A build of a part of a package.
private struct SwiftBuild: Sendable {
  private let arguments: [String]
  private let package: String

  init(_ part: [String], of package: String, _ configuration: String) {
    arguments = ["build", "-c", configuration] + part
    self.package = package
  }

  /// Builds from nothing.
  func run(in session: Session) throws -> BuildCost {
    let scratch = try session.folder("consumer")
    let command = Command("swift", arguments + ["--scratch-path", scratch.path], in: package)
    let start = ContinuousClock.now
    let processor = try command.run().seconds
    return BuildCost(processor: processor, wall: (ContinuousClock.now - start) / .seconds(1))
  }
}
