import Foundation
import IgataDiagnostics
import IgataSchema
import Testing

/// How tables and columns are named by rules, without `@table` and `@column`.
struct NamingRulesTests {
  private static let shop = """
    struct Address {
      streetName: String @renamed(from: "roadName")
      postCode: String
    }
    model Customer {
      id: UUID = uuid() @primaryKey
      firstName: String @unique
      homeAddress: Address
      tags: [Tag]
    }
    model Tag @renamed(from: "OldTag") {
      id: UUID = uuid() @primaryKey
    }
    model OrderLine {
      orderNumber: Int
      line: Int
      mainOwner: Customer @renamed(from: "firstOwner")
      previousLine: OrderLine?
      primaryKey(orderNumber, line)
      index(mainOwner)
    }
    """

  /// The names of all tables, join tables, columns and constraints, one line for each table.
  private func names(_ text: String, _ rules: NamingRules) -> [String] {
    let resolved = Resolved([SourceFile(name: "a.igata", text: text)], options: ResolveOptions(names: rules))
    #expect(resolved.report == "")
    var lines: [String] = []
    for model in resolved.schema.models {
      let constraints = (model.uniques + model.indexes).map(\.name)
      lines.append(([model.table] + model.columns.map(\.name) + constraints).joined(separator: " "))
      for join in model.joinTables {
        let columns: [String] = join.ownerColumns + [join.positionColumn].compactMap(\.self) + join.targetColumns
        lines.append("\(join.name) \(columns.joined(separator: " "))")
      }
    }
    return lines
  }

  @Test func snakeCasePlural() {
    #expect(
      names(Self.shop, NamingRules(isPlural: true)) == [
        "customers id first_name home_address_street_name home_address_post_code customers_first_name_key",
        "customers_tags customer_id position tag_id", "tags id",
        "order_lines order_number line main_owner_id previous_line_order_number previous_line_line "
          + "order_lines_main_owner_id_idx",
      ])
  }

  @Test func camelCase() {
    let rules = NamingRules(tables: .style(.asWritten), columns: .camelCase)
    #expect(
      names(Self.shop, rules) == [
        "Customer id firstName homeAddressStreetName homeAddressPostCode Customer_firstName_key",
        "Customer_tags customerId position tagId", "Tag id",
        "OrderLine orderNumber line mainOwnerId previousLineOrderNumber previousLineLine OrderLine_mainOwnerId_idx",
      ])
    let tables = names(Self.shop, NamingRules(tables: .style(.camelCase), isPlural: true, columns: .camelCase))
      .map { $0.prefix { $0 != " " } }
    #expect(tables == ["customers", "customersTags", "tags", "orderLines"])
  }

  @Test func prefixAndAsWritten() throws {
    let rules = NamingRules(
      tables: .pattern(try NamingRules.tablePattern("tbl_{model}")), columns: .asWritten,
      foreignKeys: try NamingRules.foreignKeyPattern("fk{Field}"))
    #expect(
      names(Self.shop, rules) == [
        "tbl_Customer id firstName homeAddress_streetName homeAddress_postCode tbl_Customer_firstName_key",
        "tbl_Customer_tags fkCustomer position fkTag", "tbl_Tag id",
        "tbl_OrderLine orderNumber line fkMainOwner fkPreviousLine_orderNumber fkPreviousLine_line "
          + "tbl_OrderLine_fkMainOwner_idx",
      ])
    let capitalized = NamingRules(
      tables: .pattern(try NamingRules.tablePattern("T{Model}s")), columns: .camelCase,
      foreignKeys: try NamingRules.foreignKeyPattern("{key}Of{Field}"))
    let text = "model OrderLine {\n  id: Int @primaryKey\n  next: OrderLine?\n}\n"
    #expect(names(text, capitalized) == ["TOrderLines id idOfNext"])
  }

  /// `@table`, `@column` and `@joinTable` are used as they are.
  @Test func explicitNames() {
    let text = """
      model PersonName @table("people") {
        personID: Int @primaryKey @column("person_id")
        bestFriend: PersonName? @column("best_friend")
        allFriends: [PersonName] @joinTable("all_friends")
      }
      """
    #expect(
      names(text, NamingRules(tables: .style(.camelCase), isPlural: true, columns: .camelCase)) == [
        "people person_id best_friend", "all_friends personNamePerson_id position allFriendsPerson_id",
      ])
  }

  @Test func formerNames() {
    let rules = NamingRules(tables: .style(.camelCase), isPlural: true, columns: .camelCase)
    let resolved = Resolved([SourceFile(name: "a.igata", text: Self.shop)], options: ResolveOptions(names: rules))
    let tables = resolved.schema.tables.map(\.table)
    #expect(tables.map(\.formerName) == [nil, "oldTags", nil])
    #expect(tables.flatMap { $0.columns.compactMap(\.formerName) } == ["homeAddressRoadName", "firstOwnerId"])
  }

  /// The position of a list has a name of its own, whatever the pattern makes of the keys.
  @Test func positionColumn() throws {
    let rules = NamingRules(foreignKeys: try NamingRules.foreignKeyPattern("{field}"))
    let text = "model Position {\n  id: Int @primaryKey\n  others: [Position]\n}\n"
    #expect(names(text, rules) == ["position id", "position_others position position_2 others"])
  }

  @Test func collisions() throws {
    func ids(_ text: String, _ rules: NamingRules) -> [String] {
      Resolved([SourceFile(name: "a.igata", text: text)], options: ResolveOptions(names: rules)).ids
    }
    let fields = "model A {\n  id: Int @primaryKey\n  ownerId: Int\n  owner: A?\n}\n"
    #expect(ids(fields, NamingRules(columns: .camelCase)) == ["column-collision"])
    #expect(ids(fields, NamingRules(foreignKeys: try NamingRules.foreignKeyPattern("fk_{field}"))) == [])
    let models = "model URLPath {\n  id: Int @primaryKey\n}\nmodel UrlPath {\n  id: Int @primaryKey\n}\n"
    #expect(ids(models, NamingRules()) == ["table-collision"])
    // Database names are case-insensitive.
    #expect(ids(models, NamingRules(tables: .style(.asWritten))) == ["table-collision"])
    let structs = "struct S {\n  a_b: Int\n  aB: Int\n}\nmodel A {\n  id: Int @primaryKey\n  s: S\n}\n"
    #expect(ids(structs, NamingRules(columns: .camelCase)) == ["column-collision"])
    #expect(ids(structs, NamingRules(columns: .asWritten)) == [])
  }

  @Test func camelCases() {
    let table = [
      ("askedForDelete", "askedForDelete"), ("asked_for", "askedFor"), ("URLPath", "urlPath"), ("ID", "id"),
      ("personID", "personId"), ("_x_y", "_xY"), ("a__b", "a__b"), ("line_2", "line_2"), ("x_", "x_"),
      ("残高_now", "残高Now"),
      ("ÄrgerGrund", "ärgerGrund"), ("_", "_"), ("HTML5Parser", "html5Parser"),
    ]
    for (name, expected) in table { #expect(NamingRules(columns: .camelCase).column(of: name) == expected, "\(name)") }
  }

  /// The samples resolve under all rules.
  @Test func samples() throws {
    let prefix = try NamingRules.tablePattern("tbl_{model}")
    let rules = [
      NamingRules(isPlural: true), NamingRules(tables: .style(.asWritten), columns: .camelCase),
      NamingRules(tables: .pattern(prefix), columns: .asWritten),
    ]
    for file in try SampleTests.samples() {
      let source = SourceFile(name: file.lastPathComponent, text: try String(contentsOf: file, encoding: .utf8))
      for names in rules {
        let resolved = Resolved([source], options: ResolveOptions(names: names))
        #expect(resolved.report == "")
        expectConsistent(resolved.schema)
      }
    }
  }

  /// Different rules have different texts, which decide whether outputs are up to date.
  @Test func texts() throws {
    var rules = [NamingRules()]
    rules += [NamingRules(isPlural: true), NamingRules(tables: .style(.camelCase)), NamingRules(columns: .camelCase)]
    rules.append(NamingRules(tables: .pattern(try NamingRules.tablePattern("t_{model}"))))
    rules.append(NamingRules(foreignKeys: try NamingRules.foreignKeyPattern("{field}{key}")))
    #expect(Set(rules.map(\.text)).count == rules.count)
  }
}
