extension BenchmarkGroup {
  /// The time from schema to written files, beside the C++ generators.
  static let generation = BenchmarkGroup(name: "generation") { session in
    let thrift = session.peer("thrift", package: "thrift-compiler")
    let flatBuffers = session.peer("flatc", package: "flatbuffers-compiler")
    let program = try buildStaticTool(session)
    // In both languages: C++ is what they are known for, and Swift is what igata writes.
    let generators = Generators(
      igata: .igata(program),
      thrift: Generator.Language.allCases.compactMap { language in thrift.map { .thrift($0, language) } },
      flatBuffers: Generator.Language.allCases.compactMap { language in
        flatBuffers.map { .flatBuffers($0, language) }
      })
    var measurements: [Measurement] = []
    measurements += try await generators.compare(models: 10, times: 20, bars: (1.3, nil), in: session)
    measurements += try await generators.compare(models: 1_000, times: 1, bars: (0.75, 0.5), in: session)
    measurements += try await generators.compareSealed(models: 10, times: 20, in: session)
    measurements += try await generators.compareSealed(models: 1_000, times: 1, in: session)
    measurements += try await generators.compareUnchanged(models: 1_000, in: session)
    measurements += try await generators.compareGrowth(from: 1_000, to: 10_000, in: session)
    measurements += try await TargetGrowth(program).compare(in: session)
    return measurements
  }
}

private struct Generators: Sendable {
  let igata: Generator
  let thrift: [Generator]
  let flatBuffers: [Generator]

  /// igata beside the peers that are installed, on equal schemas.
  func compare(
    models: Int, times: Int, bars: (thrift: Double?, flatBuffers: Double?), in session: Session
  ) async throws -> [Measurement] {
    session.say("generating \(models) models")
    let peers = thrift.map { ($0, bars.thrift) } + flatBuffers.map { ($0, bars.flatBuffers) }
    let runs = try ([igata] + peers.map(\.0)).map { try GeneratorRun($0, models: models, in: session) }
    let subjects = runs.map { run in
      Subject(run.name, run.command, in: session, times: times) { try run.clear() }
    }
    let costs = try await measureInTurn(subjects, in: session, rounds: 11)
    let own = costs[igata.name] ?? .nan
    let figures = try runs.map { run in
      "\(run.name) \(figure(costs[run.name] ?? .nan, session.unit)) (\(number(try run.megabytes())) MB)"
    }.joined(separator: ", ")
    return peers.compactMap { peer, bar in
      guard let bar, let cost = costs[peer.name] else { return nil }
      return Measurement(
        group: "generation", name: "\(models) models beside \(peer.name)", ratio: own / cost, bar: bar,
        figures: figures)
    }
  }

  /// A schema with three sealed versions, each of which adds a field to every model, beside the same without any.
  func compareSealed(models: Int, times: Int, in session: Session) async throws -> [Measurement] {
    session.say("generating \(models) models with sealed versions")
    let schemas = EqualSchemas(models: models, version: 3)
    let runs = [
      try GeneratorRun(igata, schemas, name: "unsealed", in: session),
      try GeneratorRun(igata, schemas, name: "sealed", sealed: schemas.version, in: session),
    ]
    let costs = try await measureInTurn(
      runs.map { run in Subject(run.name, run.command, in: session, times: times) { try run.clear() } },
      in: session, rounds: 11)
    let (plain, sealed) = (costs["unsealed"] ?? .nan, costs["sealed"] ?? .nan)
    return [
      Measurement(
        group: "generation", name: "\(models) models with three sealed versions beside none", ratio: sealed / plain,
        bar: 2, figures: "sealed \(figure(sealed, session.unit)), none \(figure(plain, session.unit))")
    ]
  }

  /// A second run with nothing to do, beside the first one.
  func compareUnchanged(models: Int, in session: Session) async throws -> [Measurement] {
    session.say("generating \(models) models again")
    let run = try GeneratorRun(igata, models: models, in: session)
    let costs = try await measureInTurn(
      [
        Subject("first", run.command, in: session) { try run.clear() },
        Subject("again", run.command, in: session),
      ], in: session, rounds: 11)
    let before = try run.stamps()
    try run.command.run()
    let after = try run.stamps()
    let touched = Set(before.keys).union(after.keys).count { before[$0] != after[$0] }
    let (first, again) = (costs["first"] ?? .nan, costs["again"] ?? .nan)
    return [
      Measurement(
        group: "generation", name: "\(models) models unchanged beside written", ratio: again / first, bar: 0.6,
        figures: "again \(figure(again, session.unit)), first \(figure(first, session.unit))"),
      Measurement(
        group: "generation", name: "files touched where nothing changed", ratio: Double(touched), bar: 0,
        figures: "\(before.count) files in the folder"),
    ] + share(ofBuild: again, models: models, in: session)
  }

  /// What a build with nothing to generate waits for igata, of what it may: a twentieth of a second.
  private func share(ofBuild cost: Double, models: Int, in session: Session) -> [Measurement] {
    guard session.unit == .seconds else { return [] }
    return [
      Measurement(
        group: "generation", name: "\(models) models unchanged in a build, of 50 ms", ratio: cost / 0.05, bar: 1,
        figures: figure(cost, session.unit))
    ]
  }

  /// How time and memory grow with the schema.
  func compareGrowth(from small: Int, to large: Int, in session: Session) async throws -> [Measurement] {
    session.say("generating \(small) and \(large) models")
    let runs = try [small, large].map { try GeneratorRun(igata, models: $0, in: session) }
    let costs = try await measureInTurn(
      runs.enumerated().map { index, run in
        Subject(String(index), run.command, in: session) { try run.clear() }
      }, in: session, rounds: 7)
    try runs[1].clear()
    let resident = Double(try runs[1].command.run().residentBytes) / 1_000_000
    let (first, last) = (costs["0"] ?? .nan, costs["1"] ?? .nan)
    return [
      Measurement(
        group: "generation", name: "\(large) models beside \(small)", ratio: last / first, bar: 11,
        figures: "\(figure(last, session.unit)) (\(number(try runs[1].megabytes())) MB), "
          + figure(first, session.unit)),
      Measurement(
        group: "generation", name: "resident at \(large) models, of 400 MB", ratio: resident / 400, bar: 1,
        figures: "\(number(resident)) MB"),
    ]
  }
}
