import Foundation

/// A program that makes source text of a schema.
struct Generator: Sendable {
  let name: String
  /// The path of the program.
  let program: String
  /// The ending of its schemas.
  let ending: String
  let schema: @Sendable (EqualSchemas) -> String
  /// The arguments for a schema file and an output folder.
  let arguments: @Sendable (_ schema: String, _ output: String) -> [String]

  static func igata(_ program: String) -> Generator {
    Generator(name: "igata", program: program, ending: "igata", schema: \.igata) {
      ["generate", $0, "-o", $1, "--target", "swift,sql", "--dialect", "sqlite"]
    }
  }

  /// A language that the peers write, as each names it.
  enum Language: String, CaseIterable {
    case cpp, swift
  }

  static func thrift(_ program: String, _ language: Language) -> Generator {
    Generator(name: "thrift-\(language)", program: program, ending: "thrift", schema: \.thrift) {
      ["--gen", language.rawValue, "-out", $1, $0]
    }
  }

  static func flatBuffers(_ program: String, _ language: Language) -> Generator {
    Generator(name: "flatc-\(language)", program: program, ending: "fbs", schema: \.flatBuffers) {
      ["--\(language)", "-o", $1, $0]
    }
  }
}

/// A generator with a schema on disk and a folder for what it writes.
struct GeneratorRun: Sendable {
  let name: String
  let command: Command
  let output: URL

  init(_ generator: Generator, models: Int, in session: Session) throws {
    try self.init(generator, EqualSchemas(models: models), name: generator.name, in: session)
  }

  /// - Parameter sealed: The number of versions of the schema to seal, the last of which is the schema itself.
  init(
    _ generator: Generator, _ schemas: EqualSchemas, name: String, sealed: Int = 0, in session: Session
  ) throws {
    let folder = try session.folder("generation/\(name)-\(schemas.models)")
    let schema = folder.appendingPathComponent("schema.\(generator.ending)")
    for version in schemas.version - sealed..<schemas.version {
      let sealed = EqualSchemas(models: schemas.models, version: version + 1)
      try Data(generator.schema(sealed).utf8).write(to: schema)
      try Command(generator.program, ["migrate", "seal", "version\(version)", schema.path], in: folder.path).run()
    }
    try Data(generator.schema(schemas).utf8).write(to: schema)
    self.name = name
    output = folder.appendingPathComponent("out")
    command = Command(generator.program, generator.arguments(schema.path, output.path))
  }

  /// An empty folder to write into.
  func clear() throws {
    try? FileManager.default.removeItem(at: output)
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
  }

  /// What is in the output folder: for each file its number, its size and when it was written.
  func stamps() throws -> [String: String] {
    var stamps: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: output.path) {
      var found = stat()
      guard stat(output.appendingPathComponent(name).path, &found) == 0 else { continue }
      #if canImport(Darwin)
      let time = found.st_mtimespec
      #else
      let time = found.st_mtim
      #endif
      stamps[name] = "\(found.st_ino) \(found.st_size) \(time.tv_sec) \(time.tv_nsec)"
    }
    return stamps
  }

  /// How many megabytes it has written.
  func megabytes() throws -> Double {
    try stamps().values.reduce(0) { $0 + (Double($1.split(separator: " ")[1]) ?? 0) / 1_000_000 }
  }
}
