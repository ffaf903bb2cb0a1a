import Foundation
@testable import IgataDatabase
@testable import IgataIntrospection
@_spi(Backend) import IgataPostgreSQL
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQLite
import IgataSchema
import IgataSyntax
import TestSupport
import Testing

/// `igata import` of Prisma's files.
@Suite struct ImportTests {
  private static let folder = testsFolder + "/IgataDatabaseTests/Prisma"
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private static func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
  }

  private func run(_ arguments: String...) async throws -> Outcome {
    let program = Program(built: "igata", ["import"] + arguments, in: scratch.folder)
    return try await apart { try program.run() }
  }

  @Test func modelsBecomeModels() async throws {
    let outcome = try await run(Self.folder, "-o", "Shop.igata")
    #expect(outcome.status == 0, "\(outcome)")
    let schema = try scratch.read("Shop.igata")
    let golden = URL(fileURLWithPath: Self.folder + "/shop.igata")
    #expect(try Golden.difference(schema + "\n" + outcome.errors.commented, in: golden) == nil)
    #expect(scratch.files() == ["Shop.igata"])
    let again = try await run(Self.folder, "-o", "Shop.igata")
    #expect(again.status != 0 && again.errors.contains("'Shop.igata' is there already"), "\(again)")
    #expect(try scratch.read("Shop.igata") == schema)
    let lint = Program(built: "igata", ["lint", "Shop.igata"], in: scratch.folder)
    let findings = try await apart { try lint.run() }
    #expect(findings.status == 0, "\(findings)")
  }

  /// The tables are those that Prisma's migrations make of the same files.
  #if PostgreSQL
  @Test(.enabled(if: CopyServer.isThere)) func theTablesOfPrismaFit() async throws {
    let files = try ["models.prisma", "schema.prisma"].map { ($0, try Self.text($0)) }
    var fitting = SchemaFitting(IntrospectedSchema(try PrismaSchema(files)), NamingRules())
    let resolved = fitting.resolved()
    let schema = try #require(resolved)
    let backend = try await CopyServer.backend(try Self.text("tables.sql"))
    try await backend.prepare(TableDescription.tables(schema.tables))
  }
  #endif

  /// Without foreign keys nothing follows a deletion; for another database the tables are new.
  @Test func databasesDiffer() throws {
    let models = try Self.text("models.prisma")
    func schema(_ provider: String, _ more: String = "") throws -> (schema: IntrospectedSchema, text: String) {
      let source = try Self.text("schema.prisma").replacing("\"postgresql\"", with: "\"\(provider)\"\n\(more)")
      let prisma = try PrismaSchema([("models.prisma", models), ("schema.prisma", source)])
      var fitting = SchemaFitting(IntrospectedSchema(prisma), NamingRules())
      #expect(fitting.resolved() != nil, "\(provider)")
      return (fitting.schema, SchemaFile(fitting.schema, NamingRules()).formatted)
    }
    let unlinked = try schema("postgresql", "relationMode = \"prisma\"")
    #expect(unlinked.text.contains("  manager: User? @onDelete(unconstrained)\n"), "\(unlinked.text)")
    #expect(!unlinked.text.contains("@onUpdate") && !unlinked.text.contains("@joinTable"), "\(unlinked.text)")
    #expect(unlinked.schema.omissions.count { $0.reason.contains("relationMode") } == 4, "\(unlinked.schema.omissions)")
    let sqlite = try schema("sqlite").text
    #expect(sqlite.contains("role: Role = .member\n") && sqlite.contains("@stored(as: milliseconds)"), "\(sqlite)")
    let mysql = try schema("mysql", "relationMode = \"prisma\"").text
    #expect(!mysql.contains("@external") && !mysql.contains("@stored") && mysql.contains("@inverse"), "\(mysql)")
  }

  @Test(arguments: [
    ("model A {\n  id Int @id", "1:1: 'model A' doesn't end"),
    ("model A {\n  id Int @id @default(\n}", "3:1: a value is missing, and '}' is there"),
    ("model {", "1:7: the name of the model is missing, and '{' is there"),
    ("models A {\n}", "1:1: a declaration begins with"),
    ("model A {\n  id Int @id b\n}", "2:14: the line goes on after its end, and 'b' is there"),
    ("model A {\n  id String @id @default(\"a)\n}", "2:26: the text doesn't end on its line"),
    ("model A {\n  id Int @id\n  b B\n}", "3:3: 'b' has the type 'B', which no file declares"),
    ("model A {\n  id Int @id\n}\nenum A {\n  b\n}", "4:1: 'A' is declared twice, first in a.prisma:1"),
    ("model A {\n  id Int\n  @@id([id, b])\n}", "3:3: 'A' has no field 'b' with a value"),
    (
      "model A {\n  id Int @id\n  a A @relation(fields: [b], references: [id])\n}",
      "3:7: 'A' has no field 'b' with a value"
    ),
    ("model A {\n  id Int[ @id\n}", "2:11: ']' is missing after '[', and '@' is there"),
    ("/* model A {", "1:1: the comment doesn't end"), ("model A #", "1:9: '#' has no meaning here"),
    ("model A {\n  id Int @id @default(" + String(repeating: "[", count: 5000), "2:88: the brackets are nested too deep"),
  ]) func errorsSayWhere(text: String, error: String) throws {
    let fault = #expect(throws: PrismaError.self) { try PrismaSchema([("a.prisma", text)]) }
    #expect(fault?.text.hasPrefix("a.prisma:" + error) == true && fault?.help.isEmpty == false, "\(fault?.text ?? "")")
  }

  /// The command tells it, and writes nothing.
  @Test func wrongFilesAreRefused() async throws {
    try scratch.write("model A {\n  id Int @id @default(autoincrement()\n}\n", to: "a.prisma")
    let outcome = try await run("a.prisma", "-o", "A.igata")
    #expect(outcome.status != 0 && outcome.errors.hasPrefix("igata: error: a.prisma:3:1: "), "\(outcome)")
    #expect(scratch.files() == ["a.prisma"])
    for path in ["missing.prisma", "."] { _ = try await run(path) }
    let missing = try await run("missing.prisma")
    #expect(missing.status != 0 && missing.errors.contains("there is no file 'missing.prisma'"), "\(missing)")
  }

  /// Names of schemas aren't lost, and tables of the same name aren't mixed up.
  @Test func schemasOfTheDatabase() async throws {
    let source = "datasource db {\n  provider = \"postgresql\"\n  schemas = [\"base\", \"shop\"]\n}\n"
    func model(_ name: String, _ attributes: String) -> String { "model \(name) {\n  id Int @id\n  \(attributes)\n}\n" }
    try scratch.write(source + model("A", "@@schema(\"base\")") + model("B", "@@schema(\"base\")"), to: "a.prisma")
    let one = try await run("a.prisma")
    #expect(one.status == 0 && one.errors.contains("the tables are in the schema 'base', "), "\(one)")
    try scratch.write(source + model("A", "@@schema(\"base\")") + model("B", "@@schema(\"shop\")"), to: "a.prisma")
    let two = try await run("a.prisma")
    #expect(two.status == 0 && two.errors.contains("in several schemas, "), "\(two)")
    #expect(two.errors.contains("'base' (A), 'shop' (B)"), "\(two)")
    let other = model("B", "@@schema(\"shop\")\n  @@map(\"A\")")
    try scratch.write(source + model("A", "@@schema(\"base\")") + other, to: "a.prisma")
    let same = try await run("a.prisma")
    #expect(same.status != 0 && same.errors.contains("a.prisma:9:1: 'B' has the table 'A', which"), "\(same)")
    try scratch.write(source, to: "a.prisma")
    let none = try await run("a.prisma")
    #expect(none.status != 0 && none.errors.contains("'a.prisma' has no model"), "\(none)")
  }

  /// A statement of a dump ends, or is ended.
  @Test func endlessStatements() async throws {
    let numbers = "INSERT INTO t WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n"
    let script = """
      CREATE TABLE t (i);
      \(numbers) LIMIT 1000) SELECT i FROM n;
      -- endless
      \(numbers)) SELECT i FROM n;
      """
    let fault = try await SQLiteBackend.inMemory().load(script, .definitions).fault
    #expect(fault?.line == 4 && fault?.message.contains("never ends") == true, "\(String(describing: fault))")
  }

  /// `nil` for an error.
  private static func isCompiled(_ text: String) -> Bool? {
    guard let prisma = try? PrismaSchema([("a.prisma", text)]) else { return nil }
    var fitting = SchemaFitting(IntrospectedSchema(prisma), NamingRules())
    return fitting.resolved() != nil
  }

  /// Whatever the files are, there is an error or a schema that compiles.
  @Test func mangledFilesAreErrors() throws {
    let texts = try ["schema.prisma", "models.prisma"].map { Array(try Self.text($0).utf8) }
    let all = texts[0] + texts[1]
    let tokens = all.split(separator: UInt8(ascii: " ")).map(Array.init)
    var random = SplitMix64(seed: 51)
    var counts = (errors: 0, schemas: 0)
    for turn in 0..<1500 {
      var bytes = all
      switch turn % 4 {
      case 0: bytes = Array(all.prefix(random.below(all.count)))
      case 1: for _ in 0..<3 { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
      case 2:
        let start = random.below(bytes.count)
        bytes.removeSubrange(start..<min(start + random.below(12), bytes.count))
      default: bytes.insert(contentsOf: tokens[random.below(tokens.count)], at: random.below(bytes.count))
      }
      guard let isCompiled = Self.isCompiled(String(decoding: bytes, as: UTF8.self)) else {
        counts.errors += 1
        continue
      }
      counts.schemas += 1
      #expect(isCompiled, "seed 51, turn \(turn): \(String(decoding: bytes, as: UTF8.self))")
    }
    #expect(counts.errors > 200 && counts.schemas > 100, "\(counts)")
  }
}

extension String {
  fileprivate var commented: String { split(separator: "\n").map { "// \($0)\n" }.joined() }
}
