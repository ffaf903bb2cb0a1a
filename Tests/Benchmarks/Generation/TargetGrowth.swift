import Foundation

/// How the time and the memory of each target and command grow with the schema.
struct TargetGrowth: Sendable {
  private static let sizes = [1_250, 10_000]
  /// What a model may cost in the large schema, beside one in the small schema.
  private static let bar = 1.5
  private static let mostMegabytes = 400.0

  private let program: String

  init(_ program: String) { self.program = program }

  func compare(in session: Session) async throws -> [Measurement] {
    session.say("generating \(Self.sizes[0]) and \(Self.sizes[1]) models for each target")
    let folder = try session.folder("generation/growth")
    var subjects: [Subject] = []
    for size in Self.sizes {
      try write(GrowthSchema(models: size), to: folder)
      for work in Work.allCases {
        let output = output(work, size, in: folder)
        subjects.append(
          Subject("\(work.rawValue) \(size)", command(work, size, in: folder), in: session) {
            // A run that finds what it would write does next to nothing.
            try? FileManager.default.removeItem(at: output)
          })
      }
    }
    // Runs of seconds, held to half as much again, need few rounds.
    let costs = try await measureInTurn(subjects, in: session, rounds: 3)
    var measurements: [Measurement] = []
    for work in Work.allCases {
      let cost = Self.sizes.map { costs["\(work.rawValue) \($0)"] ?? .nan }
      try? FileManager.default.removeItem(at: output(work, Self.sizes[1], in: folder))
      let resident = Double(try command(work, Self.sizes[1], in: folder).run().residentBytes) / 1_000_000
      let figures = "\(figure(cost[1], session.unit)), \(figure(cost[0], session.unit)), \(number(resident)) MB"
      measurements.append(
        Measurement(
          group: "generation", name: "\(work.rawValue): a model of \(Self.sizes[1]) beside one of \(Self.sizes[0])",
          ratio: cost[1] / cost[0] * Double(Self.sizes[0]) / Double(Self.sizes[1]), bar: Self.bar, figures: figures))
      measurements.append(
        Measurement(
          group: "generation", name: "\(work.rawValue): resident, of \(number(Self.mostMegabytes)) MB",
          ratio: resident / Self.mostMegabytes, bar: 1, figures: "\(number(resident)) MB"))
    }
    return measurements
  }

  /// In one file, and in a folder of files.
  private func write(_ schema: GrowthSchema, to folder: URL) throws {
    try Data(schema.text.utf8).write(to: folder.appendingPathComponent("\(schema.models).igata"))
    let files = folder.appendingPathComponent("\(schema.models)")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    for (number, text) in schema.files.enumerated() {
      try Data(text.utf8).write(to: files.appendingPathComponent("\(number).igata"))
    }
  }

  private enum Work: String, CaseIterable {
    case swift, files, sql, citus, realm, swiftdata, schema, lint, format, debug
  }

  private func output(_ work: Work, _ size: Int, in folder: URL) -> URL {
    folder.appendingPathComponent("out-\(work.rawValue)-\(size)")
  }

  private func command(_ work: Work, _ size: Int, in folder: URL) -> Command {
    let schema = folder.appendingPathComponent("\(size).igata").path
    let output = output(work, size, in: folder).path
    switch work {
    case .swift, .sql, .citus, .realm, .swiftdata:
      let dialects = work == .sql ? ["--dialect", "sqlite,postgresql"] : []
      return Command(program, ["generate", schema, "-o", output, "--target", work.rawValue] + dialects)
    case .files:
      let files = folder.appendingPathComponent("\(size)").path
      return Command(program, ["generate", files, "-o", output, "--target", "swift"])
    case .schema: return Command(program, ["schema", schema])
    case .lint: return Command(program, ["lint", schema])
    case .format: return Command(program, ["format", "--stdout", schema])
    case .debug: return Command(program, ["debug", "schema", schema])
    }
  }
}
