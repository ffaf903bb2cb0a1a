import Foundation

extension BenchmarkGroup {
  /// What generated models cost the compiler of those who use them, beside bare structs of the same fields; and what
  /// a long condition costs it.
  static let compile = BenchmarkGroup(name: "compile") { session in
    let sources = try CompiledSources(models: 100, in: session)
    var measurements: [Measurement] = []
    for mode in CompileMode.all {
      let modules = try buildRuntimeModules(mode, session)
      measurements += try await sources.compare(mode, modules: modules, in: session)
      if mode.isOptimized {
        measurements += try await sources.compareConditions(modules: modules, in: session)
      }
      measurements += try await ConsumerBuild(mode.configuration, in: session).compare(
        with: mode.isOptimized ? sources.bareCompilation(mode, modules, session) : nil, in: session)
    }
    return try await measurements + PluginBuild().compare(in: session)
  }
}

/// A way to compile, and the most that it may cost as a multiple of the bare structs.
private struct CompileMode: Sendable {
  let name: String
  let flags: [String]
  let configuration: String
  let bar: Double
  let isOptimized: Bool

  static let all = [
    CompileMode(
      name: "-O", flags: ["-O", "-whole-module-optimization"], configuration: "release", bar: 4, isOptimized: true),
    CompileMode(name: "debug", flags: ["-Onone"], configuration: "debug", bar: 2.7, isOptimized: false),
  ]
}

/// The folder with the runtime's module as generated code imports it.
private func buildRuntimeModules(_ mode: CompileMode, _ session: Session) throws -> String {
  session.say("building the runtime for \(mode.name)")
  let scratch = session.scratch.appendingPathComponent("runtime").path
  let build = ["build", "-c", mode.configuration, "--target", "IgataRuntime", "--scratch-path", scratch]
  try Command("swift", build, in: session.package.path).run()
  return "\(scratch)/\(mode.configuration)/Modules"
}

/// Generated models and bare structs of one schema, on disk.
private struct CompiledSources: Sendable {
  let models: Int
  let folder: URL
  let bare: URL
  let generated: URL

  init(models: Int, in session: Session) throws {
    self.models = models
    let schemas = EqualSchemas(models: models)
    folder = try session.folder("compile")
    bare = folder.appendingPathComponent("Bare.swift")
    try Data(schemas.bareSwift.utf8).write(to: bare)
    let schema = folder.appendingPathComponent("Models.igata")
    try Data(schemas.igata.utf8).write(to: schema)
    try Command(try buildStaticTool(session), ["generate", schema.path, "-o", folder.path, "--target", "swift"]).run()
    generated = folder.appendingPathComponent("Models.igata.swift")
  }

  func compare(_ mode: CompileMode, modules: String, in session: Session) async throws -> [Measurement] {
    session.say("compiling \(models) models with \(mode.name)")
    let objects = [bare, generated].map { $0.appendingPathExtension("o").path }
    // The compiler makes no code where the object that is there was made of the same: half of its work for the
    // generated models, three quarters for bare structs.
    let costs = try await measureInTurn(
      [
        bareCompilation(mode, modules, session), compilation("generated", generated, mode, modules, session),
      ], in: session, rounds: 7)
    let (own, least) = (costs["generated"] ?? .nan, costs["bare"] ?? .nan)
    let time = Measurement(
      group: "compile", name: "\(models) models with \(mode.name) beside bare structs", ratio: own / least,
      bar: mode.bar, figures: "generated \(figure(own, session.unit)), bare \(figure(least, session.unit))")
    guard mode.isOptimized else { return [time] }
    let sizes = try objects.map { try objectSize($0) / Double(models) / 1_000 }
    let size = Measurement(
      group: "compile", name: "object code of a model with \(mode.name), of 6 KB", ratio: sizes[1] / 6, bar: 1,
      figures: "generated \(number(sizes[1])) KB, bare \(number(sizes[0])) KB")
    return [time, size]
  }

  /// The compilation of the bare structs.
  func bareCompilation(_ mode: CompileMode, _ modules: String, _ session: Session) -> Subject {
    compilation("bare", bare, mode, modules, session)
  }

  private func compilation(
    _ name: String, _ file: URL, _ mode: CompileMode, _ modules: String, _ session: Session
  ) -> Subject {
    let object = file.appendingPathExtension("o").path
    let command = swiftc(mode.flags + ["-c", file.path, "-o", object], modules: modules)
    return Subject(name, command, in: session, prepare: removing(object))
  }

  private func removing(_ object: String) -> @Sendable () async throws -> Void {
    { try? FileManager.default.removeItem(atPath: object) }
  }

  /// What checking twelve terms takes longer than checking none.
  func compareConditions(modules: String, in session: Session) async throws -> [Measurement] {
    // Instructions have no milliseconds to be held against.
    guard session.unit == .seconds else { return [] }
    session.say("checking a condition of twelve terms")
    let subjects = try [0, 12].map { terms in
      let query = folder.appendingPathComponent("Query\(terms).swift")
      try Data(queryOfEntities(terms: terms).utf8).write(to: query)
      return Subject(
        String(terms), swiftc(["-typecheck", generated.path, query.path], modules: modules), in: session)
    }
    let costs = try await measureInTurn(subjects, in: session, rounds: 21)
    let (none, twelve) = (costs["0"] ?? .nan, costs["12"] ?? .nan)
    return [
      Measurement(
        group: "compile", name: "twelve terms of a condition more than none, of 50 ms", ratio: (twelve - none) / 0.050,
        bar: 1, figures: "twelve \(figure(twelve, session.unit)), none \(figure(none, session.unit))")
    ]
  }

  private func swiftc(_ arguments: [String], modules: String) -> Command {
    Command(
      "swiftc",
      ["-module-name", "Models", "-parse-as-library", "-swift-version", "6", "-I", modules] + arguments,
      in: folder.path)
  }
}

/// The bytes of an object file that a program loads: code and data, without symbols and debug information.
private func objectSize(_ path: String) throws -> Double {
  let printed = try Command("size", [path]).printed()
  let lines = printed.split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace) }
  guard lines.count == 2, let text = lines[1].first.flatMap({ Double($0) }),
    let data = lines[1].dropFirst().first.flatMap({ Double($0) })
  else { throw BenchmarkFault("size says of \(path):\n\(printed)") }
  return text + data
}
