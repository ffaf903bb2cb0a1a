import Foundation
import IgataDiagnostics
import IgataSchema
import IgataSyntax
import TestSupport
import Testing

/// A schema printed as its own language is the same schema, whatever the rules for names are.
struct SchemaTextTests {
  private static func rules() throws -> [NamingRules] {
    [
      NamingRules(), NamingRules(isPlural: true),
      NamingRules(tables: .style(.asWritten), columns: .camelCase),
      NamingRules(
        tables: .pattern(try NamingRules.tablePattern("tbl_{model}")), columns: .asWritten,
        foreignKeys: try NamingRules.foreignKeyPattern("fk{Field}")),
      NamingRules(
        tables: .style(.camelCase), isPlural: true, columns: .camelCase,
        foreignKeys: try NamingRules.foreignKeyPattern("{key}Of{Field}")),
    ]
  }

  /// All schemas of the repository that are valid by themselves: the samples with all rules, others with two.
  @Test func schemasOfTheRepository() throws {
    var texts: [(name: String, text: String)] = []
    for folder in ["Tests", "Examples"] {
      let base = Golden.repository.appendingPathComponent(folder)
      let paths = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
      for path in paths.sorted() where path.hasSuffix(".igata") && !path.contains(".build/") {
        texts.append((path, try String(contentsOf: base.appendingPathComponent(path), encoding: .utf8)))
      }
    }
    texts += DiagnosticKind.schemaKinds.map { ($0.id, $0.page.fix + "\n") }
    let all = try Self.rules()
    var count = 0
    for (index, (name, text)) in texts.enumerated() {
      let isSample = name.contains("Samples/")
      for rules in isSample ? all : [all[0], all[1 + index % (all.count - 1)]] {
        let options = ResolveOptions(names: rules)
        let resolved = Resolved([SourceFile(name: name, text: text)], options: options)
        if resolved.diagnostics.contains(where: { $0.severity == .error }) { continue }
        count += 1
        expectSame(resolved.schema, "\(name), names \(rules.text)")
      }
    }
    #expect(count > 300)
  }

  @Test func randomSchemas() throws {
    let rules = try Self.rules()
    var count = 0
    var round = 0
    let wanted = FuzzingBudget.rounds(200)
    while count < wanted, round < wanted * 20 {
      defer { round += 1 }
      var random = SplitMix64("SchemaTextTests", round: round)
      let seed = random.next()
      let rules = random.element(rules)
      let text = RandomModels.text(seed: seed, rules: rules)
      let file = SourceFile(name: "a.igata", text: text)
      let resolved = Resolved([file], options: ResolveOptions(names: rules))
      if resolved.diagnostics.contains(where: { $0.severity == .error }) { continue }
      count += 1
      expectSame(resolved.schema, "seed \(FuzzingBudget.seed), round \(round), names \(rules.text)")
    }
    #expect(count == wanted, "of \(round) schemas, \(count) are valid")
  }

  /// The text is as it is documented.
  @Test func wholeText() throws {
    let folder = Golden.folder().appendingPathComponent("Goldens")
    let file = folder.appendingPathComponent("named.igata")
    let rules = NamingRules(tables: .style(.asWritten), columns: .camelCase)
    let source = SourceFile(name: "a.igata", text: Self.named)
    let resolved = Resolved([source], options: ResolveOptions(names: rules))
    #expect(resolved.report == "")
    expectSame(resolved.schema, "named")
    #expect(try Golden.difference(schemaText(resolved.schema), in: file) == nil)
  }

  private static let named = """
    struct Address {
      streetName: String
      geo: Point?
    }
    struct Point {
      x: Double
      `y`: Double = 0 @column("why")
    }
    model Customer @renamed(from: "Client") {
      tenantID: String
      number: Int32
      homeAddress: Address
      settings: Settings = Settings()
      first: Customer? @columns("parentTenantID", "parentNumber")
      parent: Customer?
      orders: [Order] @joinTable("ordered")
      primaryKey(tenantID, number)
      index(first, homeCountry)
      homeCountry: String = "DE" @renamed(from: "country")
    }
    /// The settings of a customer.
    ///
    /// There may be none.
    model Settings {
      first: UUID = uuid()
      second: UUID = uuid()
      primaryKey(first, second)
    }
    model Order {
      code: String @unique
      isOpen: Bool = true
      check((isOpen && code != "") && code != "\\u{7F}")
      unique(lower(code), where: !isOpen)
      distribute(by: code)
      reserved price, `true`
    }
    reserved Client
    enum Kind: Int16 {
      case first
      case second = 5 @renamed(from: "two")
      reserved third
    }
    """

  /// A struct's columns are its own, so that a relation can share one.
  @Test func columnsOfAStruct() {
    let text = """
      struct Key {
        a: Int
        b: Int
      }
      model Other {
        a: Int
        b: Int
        primaryKey(a, b)
      }
      model M {
        id: Int @primaryKey
        other: Other @columns("x", "second")
        key: Key @columns("x", "y")
      }
      """
    let resolved = Resolved(text)
    #expect(resolved.report == "")
    #expect(resolved.schema.models[1].columns.map(\.name) == ["id", "x", "y", "second"])
    expectSame(resolved.schema, "struct")
  }

  /// The columns that a struct has by the usual rules don't collide where others are given.
  @Test func columnsThatWouldCollide() {
    let text = """
      struct Inner {
        city: String
      }
      struct Outer {
        home: Inner
        homeCity: String @column("home_city")
      }
      model M {
        id: Int @primaryKey
        outer: Outer
      }
      """
    let options = ResolveOptions(names: NamingRules(columns: .camelCase))
    let resolved = Resolved([SourceFile(name: "a.igata", text: text)], options: options)
    #expect(resolved.report == "")
    expectSame(resolved.schema, "struct")
    #expect(Resolved(text).ids == ["column-collision"])
  }

  // MARK: Comparing

  private func expectSame(_ schema: Schema, _ name: String) {
    let text = schemaText(schema)
    let again = Resolved(text)
    #expect(again.report == "", "\(name)\n\(text)")
    #expect(text.hasPrefix("// igata schema, language 1\n"))
    expectEqual(schemaText(again.schema), text, "\(name), printed again")
    let trees = parse([SourceFile(name: "a.igata", text: text)]).trees
    expectEqual(trees.map { format($0) }.joined(), text, "\(name), formatted")
    let expected = withoutChanges(schema)
    expectEqual(printSchema(again.schema), printSchema(expected), "\(name), outline")
    expectEqual(properties(again.schema), properties(expected), "\(name), properties")
    let isSame = again.schema.tables == expected.tables && valueColumns(again.schema) == valueColumns(expected)
    #expect(isSame, "\(name) has other tables\n\(text)")
  }

  private func expectEqual(_ actual: String, _ expected: String, _ name: String) {
    if actual != expected { Issue.record("\(name): \(Golden.firstDifference(expected, actual))") }
  }

  /// The columns of fields with a value.
  private func valueColumns(_ schema: Schema) -> [String] {
    (schema.structs.map(\.fields) + schema.models.map(\.fields)).joined().compactMap { field in
      switch field.kind {
      case .value, .list: field.columnName
      case .embedded, .toOne, .inverse, .ordered: nil
      }
    }
  }

  /// The schema without what describes a change to it.
  private func withoutChanges(_ schema: Schema) -> Schema {
    var schema = schema
    for index in schema.enums.indices {
      schema.enums[index].backfill = nil
      removeChanges(from: &schema.enums[index].allowedRules)
      for item in schema.enums[index].cases.indices { schema.enums[index].cases[item].renamedFrom = [] }
    }
    for index in schema.newtypes.indices {
      schema.newtypes[index].backfill = nil
      removeChanges(from: &schema.newtypes[index].allowedRules)
    }
    for index in schema.structs.indices { removeChanges(from: &schema.structs[index].fields) }
    for index in schema.models.indices {
      schema.models[index].renamedFrom = nil
      schema.models[index].formerTable = nil
      removeChanges(from: &schema.models[index].allowedRules)
      removeChanges(from: &schema.models[index].fields)
    }
    return schema
  }

  private func removeChanges(from fields: inout [Field]) {
    for index in fields.indices {
      fields[index].renamedFrom = nil
      fields[index].backfill = nil
      removeChanges(from: &fields[index].allowedRules)
    }
  }

  private func removeChanges(from rules: inout [String]) { rules.removeAll { $0 == "may-stop" } }

  /// The schema as JSON, without positions, and without the names from which those of several columns are derived.
  private func properties(_ schema: Schema) -> String {
    let lines = String(decoding: schemaJSON(schema, files: []), as: UTF8.self).split(separator: "\n")
    return lines.filter { !$0.contains("\"columnName\": ") }.joined(separator: "\n")
  }
}
