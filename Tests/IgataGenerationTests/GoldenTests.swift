import Foundation
import IgataDiagnostics
import IgataGeneration
import Testing

/// The outputs of the samples. The Swift goldens form a separate target, so they are compiled with warnings as errors,
/// and the tests of the runtime run them.
@Test func samplesGenerateTheGoldens() throws {
  let samples = testsFolder.appendingPathComponent("Samples")
  // Each sample is a separate schema with its own enum.
  let files = try sampleNames(samples).flatMap { name in
    try generate(folder: samples, named: { $0 == name })
  }
  #expect(files.count == 16)
  for file in files {
    let folder = file.path.hasSuffix(".swift") ? "GeneratedModels" : "GeneratedSQL"
    let text = String(decoding: file.bytes, as: UTF8.self)
    try expectGolden(file.path, text, in: testsFolder.appendingPathComponent(folder))
  }
}

/// The order of the files makes no difference.
@Test func orderOfFilesDoesNotMatter() throws {
  let samples = testsFolder.appendingPathComponent("Samples")
  let forwards = try generate(folder: samples)
  let backwards = try generate(folder: samples, order: >)
  #expect(forwards.map(\.path).sorted() == backwards.map(\.path).sorted())
  for file in forwards {
    #expect(backwards.first { $0.path == file.path }?.bytes == file.bytes, "\(file.path)")
  }
}

private func sampleNames(_ folder: URL) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".igata") }.sorted()
}

/// Files of one run share an enum that lists all models in a separate file. A single file contains it itself.
@Test(arguments: [
  (["a"], nil, "my house", ["a.igata.swift": "ASchema"]),
  (["a"], "House", "h", ["a.igata.swift": "House"]),
  (["a", "b"], nil, "my house", ["MyHouseSchema.igata.swift": "MyHouseSchema"]),
  (["a", "b"], nil, "HouseSchema", ["HouseSchema.igata.swift": "HouseSchema"]),
  (["a", "b", "c"], "House", "h", ["House.igata.swift": "House"]),
  // The schema has a type with the derived name.
  (["a", "b"], nil, "m", ["MSchema.igata.swift": "MSchema_"]),
] as [([String], String?, String, [String: String])])
func oneEnumHoldsAllModels(
  _ names: [String], _ given: String?, _ folder: String, _ expected: [String: String]
) throws {
  let sources = names.map { name in
    let others = name == "a" ? "model MSchema {\n  id: Int64 @primaryKey\n  next: A?\n}\n" : ""
    return SourceFile(
      name: "\(name).igata", text: "model \(name.uppercased()) {\n  id: Int64 @primaryKey\n}\n\(others)")
  }
  let options = GenerationOptions(targets: [.swift], schemaName: given, folder: folder)
  let files = try generate(sources, options: options)
  var found: [String: String] = [:]
  for file in files {
    let text = String(decoding: file.bytes, as: UTF8.self)
    for match in text.matches(of: /public enum (\w+): PersistableSchema \{/) { found[file.path] = String(match.1) }
    guard text.contains(": PersistableSchema {") else { continue }
    for name in names.map({ $0.uppercased() }) + ["MSchema"] {
      #expect(text.contains("\(name).self"), "\(file.path) lacks \(name)")
    }
  }
  #expect(found == expected)
  #expect(files.count == names.count + (names.count > 1 ? 1 : 0))
}

let testsFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

func expectGolden(_ name: String, _ text: String, in folder: URL) throws {
  let file = folder.appendingPathComponent(name)
  guard (try? String(contentsOf: file, encoding: .utf8)) != text else { return }
  if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
  Issue.record("\(name) is not what is generated; run with UPDATE_GOLDENS=1 and look at the difference")
}

/// Names that would break generated code if it didn't handle them, and types of the user's own, with another access
/// level.
@Test(arguments: [("Hostile", "HostileModels"), ("Custom", "CustomModels")])
func otherSchemasGenerateTheGoldens(_ schemas: String, _ models: String) throws {
  let files = try generate(
    folder: testsFolder.appendingPathComponent(schemas), options: GenerationOptions(access: .package))
  for file in files {
    let folder = file.path.hasSuffix(".swift") ? models : "GeneratedSQL"
    let text = String(decoding: file.bytes, as: UTF8.self)
    try expectGolden(file.path, text, in: testsFolder.appendingPathComponent(folder))
  }
}

/// The DDL for PostgreSQL, which the tests of its backend run on a server.
@Test(arguments: [("Samples", AccessLevel.public, 8), ("Hostile", .package, 1), ("Custom", .package, 1)])
func definitionsForPostgreSQLAreTheGoldens(_ folder: String, _ access: AccessLevel, _ count: Int) throws {
  let options = GenerationOptions(targets: [.sql], dialects: [.postgresql], access: access)
  let files = try generate(folder: testsFolder.appendingPathComponent(folder), options: options)
  #expect(files.count == count)
  for file in files {
    let text = String(decoding: file.bytes, as: UTF8.self)
    try expectGolden(file.path, text, in: testsFolder.appendingPathComponent("GeneratedSQL"))
  }
}

/// The classes for other frameworks, which `Tests/Builds/flavors` compiles and runs.
@Test(arguments: [(Target.realm, "GeneratedRealm"), (.swiftdata, "GeneratedSwiftData")])
func flavorsGenerateTheGoldens(
  _ target: Target, _ name: String
) throws {
  let folder = testsFolder.appendingPathComponent(name)
  let inputs: [(schemas: String, access: AccessLevel, goldens: String, count: Int)] = [
    ("Samples", .public, "", 9), ("Hostile", .package, "Hostile", 2), ("Flavors/Names", .internal, "Names", 2),
  ]
  for input in inputs {
    let files = try generate(
      folder: testsFolder.appendingPathComponent(input.schemas),
      options: GenerationOptions(targets: [target], access: input.access))
    #expect(files.count == input.count)
    for file in files {
      try expectGolden(
        file.path, String(decoding: file.bytes, as: UTF8.self), in: folder.appendingPathComponent(input.goldens))
    }
  }
}

/// The models as JSON in other languages, which `Tests/Builds/languages` compiles and runs.
@Test(arguments: ["everything.igata", "household.igata"])
func otherLanguagesAreTheGoldens(_ name: String) throws {
  let files = try generate(
    folder: testsFolder.appendingPathComponent("Samples"), named: { $0 == name },
    options: GenerationOptions(targets: [.openapi, .typescript, .kotlin]))
  #expect(files.count == 3)
  for file in files {
    let text = String(decoding: file.bytes, as: UTF8.self)
    try expectGolden(file.path, text, in: testsFolder.appendingPathComponent("GeneratedLanguages"))
  }
}

/// A custom template can print every kind of default.
@Test func defaultsOfEveryKindHaveAllNames() throws {
  let schema = SourceFile(
    name: "a.igata",
    text: """
      model A {
        id: Int64 = autoincrement() @primaryKey
        a: JSON = {"x": 1}
        b: String? = sql("lower('X')")
        c: [Int64] = [1, 2]
      }
      """)
  let files = try generate([schema], options: GenerationOptions(targets: [.typescript, .openapi, .kotlin]))
  let texts = files.map { String(decoding: $0.bytes, as: UTF8.self) }
  #expect(files.map(\.path) == ["a.openapi.json", "a.ts", "a.kt"])
  #expect(texts[0].contains(#""default": {"x":1}"#) && texts[0].contains(#""default": [1, 2]"#))
  #expect(texts[2].contains("val c: List<Long> = listOf(1L, 2L)"))
}

@Test func aSchemaOfSeveralFilesHasOneFileInAnotherLanguage() throws {
  let sources = ["a", "b"].map { SourceFile(name: "\($0).igata", text: "model \($0.uppercased()) { id: Int64 @primaryKey }") }
  let files = try generate(sources, options: GenerationOptions(targets: [.openapi, .typescript, .kotlin]))
  #expect(files.map(\.path) == ["schema.openapi.json", "schema.ts", "schema.kt"])
}
