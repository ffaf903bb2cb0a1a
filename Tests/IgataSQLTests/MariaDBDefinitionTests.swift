import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQL
import IgataTables
import Testing

/// The tables of the samples, and others with what these do not have, in a dialect that `IgataTables` does not contain.
@Suite struct MariaDBDefinitionTests {
  @Test(arguments: ["household", "scalars", "relations"]) func definition(_ name: String) throws {
    let tables: [(table: Table, targets: [Table])] =
      switch name {
      case "household":
        HouseholdSchema.models.flatMap { [$0.table] + Self.joinTables(of: $0) }.map { ($0.table, $0.targets) }
      case "scalars": [(Scalars.table.table, [])]
      default: try Self.relations()
      }
    try expectGolden(Self.statements(creating: tables).joined(separator: "\n\n") + "\n", "\(name).mariadb.sql")
  }

  private static func joinTables<Model: PersistableModel>(of model: Model.Type) -> [TableDescription] {
    model.table.relations.indices.compactMap { model.table.joinTable($0, owner: model) }
  }

  /// The tables first, each without the foreign keys to later ones.
  private static func statements(creating tables: [(table: Table, targets: [Table])]) -> [String] {
    var missing = Set(tables.map(\.table.name))
    var statements: [String] = []
    var later: [String] = []
    for (table, targets) in tables {
      missing.remove(table.name)
      let isLater = { (target: Table) in missing.contains(target.name) }
      let definition = TableDefinition(table, targets: targets, MariaDBDialect())
      statements += [definition.createTable(without: isLater)] + definition.createIndexes
      later += definition.laterForeignKeys(where: isLater)
    }
    return statements + later
  }

  /// A generated key, keys of texts, data and several columns, each delete rule, relations to the table itself and to a
  /// later one, a name that is too long, descending and partial indexes, and a check of a column that is set to null.
  private static func relations() throws -> [(table: Table, targets: [Table])] {
    var leaf = try table(
      """
      table Leaf leaf
      column id int64 = autoincrement
      column parent_id int64 null min 1
      column word string null
      column code data null maxLength 8
      column letter string(a, "it's", "b\\c") = "it's"
      column row int32
      column number int32
      column rank int32 = 1 min 1 max 10
      column ratio double null min 0 below 1
      column numbers list int64 = (1, 2) minLength 1
      key id
      unique leaf_word_rank_key (row desc, rank)
      unique leaf_word_key (word, code) where "word IS NOT NULL AND code is not null"
      unique leaf_number_key (number) where "rank > 1"
      index leaf_letter_idx (letter, rank desc)
      index leaf_ratio_idx (ratio) where "ratio < 0.5"
      relation parent optional (parent_id) nullify
      relation word optional (word) restrict
      relation blob optional (code) noAction
      relation seat required (row, number) cascade
      """)
    leaf.documentation = ["A leaf", "", "with documentation."]
    leaf.columns[1].documentation = ["The one above."]
    let word = try table("table Word word\ncolumn text string\nkey text")
    let blob = try table("table Blob `a`b`\ncolumn code data\nkey code")
    let long = String(repeating: "long", count: 17)
    let seat = try table("table Seat \(long)\ncolumn row int32\ncolumn number int32 min 0\nkey row number")
    return [(word, []), (leaf, [leaf, word, blob, seat]), (blob, []), (seat, [])]
  }

  private static func table(_ text: String) throws -> Table {
    var unreadLines: [String] = []
    let table = Table(text: text, unreadLines: &unreadLines)
    try #require(unreadLines.isEmpty)
    return table
  }
}

/// Compares a text with a file in `Goldens`; with `UPDATE_GOLDENS=1` it is rewritten if it differs, which fails once.
private func expectGolden(_ text: String, _ name: String) throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent()
  let file = folder.appending(path: "Goldens/\(name)")
  let expected = try? String(contentsOf: file, encoding: .utf8)
  if expected != text, ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
  #expect(expected == text, "\(name) differs: UPDATE_GOLDENS=1 rewrites it")
}
