import Foundation
import IgataDiagnostics
import IgataGeneration
import Testing

/// What is outside of the strings, the names in quotes and the comments of a text in DBML or in D2, with a `_` for each
/// of them; `nil` if one of them doesn't end on its line.
private func skeleton(of text: String, _ format: DocsFormat) -> String? {
  let (quotes, comment) = format == .dbml ? ("\"'`", "//") : ("\"", "#")
  var skeleton = ""
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    var rest = line
    while let character = rest.first {
      if rest.hasPrefix(comment) { break }
      rest = rest.dropFirst()
      guard quotes.contains(character) else {
        skeleton.append(character)
        continue
      }
      skeleton += "_"
      while let next = rest.first, next != character {
        rest = rest.dropFirst(next == "\\" && character != "`" ? 2 : 1)
      }
      guard rest.first == character else { return nil }
      rest = rest.dropFirst()
    }
    skeleton += "\n"
  }
  return skeleton
}

private let hostile = """
  /// It's "quoted" ''' with \\\\ and `code` and $x ${y} // # and 口座
  /// */ }] | second line \\\\
  model 口座 @table("a\\"b\\\\c'd`e\\nf.g // # $h") {
    id: Int64 = autoincrement() @primaryKey
    ID: String = "it's \\"x\\" ''' \\\\ ` $ \\n // # ] }" @column("i\\"d'\\\\`")
    /// One's own.
    table: 口座? @onDelete(cascade)
    label: Kind = .odd
    `null`: [口座] @joinTable("list \\"of\\" 'all'")
    \(String(repeating: "n", count: 200)): String @unique

    index(lower(ID), name: "by'id\\"")
    index(ID desc, where: "ID <> 'it''s'")
  }

  /// A kind's "doc"
  enum Kind: String {
    /// It's odd.
    case odd = "<b>&\\"'|`\\\\ $"
    case ODD
    case layers
  }

  model KIND {
    class: 口座 @primaryKey
    style: Kind
    unique(style)
  }
  """

/// Nothing that a schema contains leaves the quotes around it.
@Test(arguments: [DocsFormat.dbml, .d2])
func hostileTextStaysInQuotes(_ format: DocsFormat) throws {
  let text = try documentation(hostile, DocsOptions(format: format, title: "a \"b\" 'c'\nd"))
  let plain = try #require(skeleton(of: text, format), "\(text)")
  let allowed = format == .dbml ? /[\sA-Za-z0-9_(){}\[\],.:<-]*/ : /[\sa-z0-9_(){}\[\];.:<>-]*/
  #expect(plain.wholeMatch(of: allowed) != nil, "\(plain)")
  let open = plain.count { $0 == "{" }
  #expect(open == plain.count { $0 == "}" } && open == (format == .dbml ? 8 : 17), "\(open)\n\(text)")
}

/// The names in D2 differ, although it doesn't distinguish case.
@Test func keysDifferInMoreThanCase() throws {
  let text = try documentation(hostile, DocsOptions(format: .d2))
  for part in [
    #""ID 2": "String"#, #""KIND": "KIND" {"#, #""Kind 2": "enum Kind" {"#, #""ODD 2": "ODD""#,
    #""KIND"."class" <-> "口座""#,
  ] {
    #expect(text.contains(part), "\(part)\n\(text)")
  }
}

let shopFile = SourceFile(
  name: "shop.igata",
  text: """
    enum Size: Int64 {
      case small = -1
      /// The larger one.
      case large = 2
    }

    /// Sells
    /// things.
    model Shop {
      code: String
      city: String
      size: Size = .small
      items: [Item] @joinTable("shop_items")
      open: Bool = true
      rate: Int32 = -5
      limit: Int32 = 7 @index
      primaryKey(code, city)
    }
    """)
let itemFile = SourceFile(
  name: "stock/item.igata",
  text: """
    model Item {
      id: Int64 = autoincrement() @primaryKey
      shop: Shop @onDelete(restrict) @onUpdate(cascade)
      twin: Item? @unique
    }
    """)

/// The tables of a database in DBML: keys, indexes, defaults, foreign keys with their rules, and tables of lists.
@Test(
  arguments: [
    "Project \"s\" {\n  database_type: 'PostgreSQL'\n}",
    "Enum \"Size\" {\n  \"-1\" [note: 'small']\n  \"2\" [note: 'large\\nThe larger one.']\n}",
    "\"size\" \"Size\" [not null, default: '-1']", "\"open\" boolean [not null, default: true]",
    "\"rate\" integer [not null, default: `-5`]", "\"limit\" integer [not null, default: 7]",
    "    (\"code\", \"city\") [pk]\n    (\"limit\") [name: 'shop_limit_idx']\n", "  Note: 'Sells\\nthings.'",
    "\"id\" bigint [pk, increment]", "    (\"twin_id\") [unique, name: 'item_twin_id_key']",
    """
    Ref "item_shop_code_shop_city_fkey": "shop".("code", "city") < "item".("shop_code", "shop_city") [delete: restrict, \
    update: cascade]
    """,
    "Ref \"item_twin_id_fkey\": \"item\".\"id\" - \"item\".\"twin_id\" [delete: set null]",
    "Table \"shop_items\" {\n  \"shop_code\" text [not null]",
    "    (\"shop_code\", \"shop_city\", \"item_id\") [pk]",
    "\"shop\".(\"code\", \"city\") < \"shop_items\".(\"shop_code\", \"shop_city\") [delete: cascade]",
    "TableGroup \"shop.igata\" {\n  \"shop\"\n  \"shop_items\"\n}\n\nTableGroup \"stock/item.igata\" {\n  \"item\"\n}\n",
  ])
func databasesAreInDBML(_ part: String) throws {
  let options = DocsOptions(format: .dbml, dialects: [.postgresql, .sqlite], folder: "s")
  let text = try documentation([shopFile, itemFile], options)
  #expect(text.contains(part), "\(text)")
}

/// A schema of several files has a cluster, a container or a group for each.
@Test(
  arguments: [
    (.dot, "subgraph \"cluster_1\" {\n    label=\"stock/item.igata\""),
    (.d2, "\"stock/item.igata\": {\n  \"Item\": \"Item\" {"),
    (.d2, "\"stock/item.igata\".\"Item\".\"shop\" <-> \"shop.igata\".\"Shop\": \"shop\\non delete restrict\" {"),
    (.d2, "\"shop.igata\".\"Shop\".\"items\" <-> \"stock/item.igata\".\"Item\": \"items\\nshop_items\" {"),
    (.dbml, "TableGroup \"stock/item.igata\""),
  ] as [(DocsFormat, String)])
func filesAreGroups(_ format: DocsFormat, _ part: String) throws {
  let text = try documentation([shopFile, itemFile], DocsOptions(format: format))
  #expect(text.contains(part), "\(text)")
  let whole = SourceFile(name: "all.igata", bytes: shopFile.bytes + [UInt8(ascii: "\n")] + itemFile.bytes)
  let single = try documentation([whole], DocsOptions(format: format))
  for word in ["cluster_", "TableGroup", "all.igata"] { #expect(!single.contains(word)) }
}

/// A list whose target isn't documented has no table there.
@Test func tablesOfListsAreThoseOfTheSelection() throws {
  let text = try documentation([shopFile, itemFile], DocsOptions(format: .dbml, around: "Shop", depth: 0))
  #expect(text.contains("Table \"shop\"") && !text.contains("shop_items") && !text.contains("Ref "))
}
