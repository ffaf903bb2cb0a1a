#if SQLite || canImport(SQLite3)
internal import IgataRuntime
internal import IgataSQL

/// A table as it is in the database.
struct ExistingTable {
  struct Column {
    var name: String
    var type: String
    var isNullable: Bool
    var hasDefault: Bool
    /// The place in the primary key, from 1; 0 where it is no part of it.
    var keyPosition: Int
    var isGenerated: Bool
  }

  struct Index {
    var name: String
    var isUnique: Bool
    var isPartial: Bool
    var columns: [String]
  }

  struct ForeignKey {
    /// Its number in its table.
    var number: String
    var columns: [String]
    var table: String
    /// Empty where the key of the other table is meant.
    var target: [String]
    var deleteAction: String
  }

  var columns: [Column]
  var indexes: [Index]
  var foreignKeys: [ForeignKey]

  /// Whether two names are one to SQLite, which does not tell the cases of ASCII letters apart.
  static func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8) { lowercased($0) == lowercased($1) }
  }

  static func isSame(_ left: [String], _ right: [String]) -> Bool { left.elementsEqual(right, by: isSame) }

  private static func lowercased(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }
}

extension Connection {
  /// What the database holds by this name: `table`, `view`; nothing where there is nothing.
  func kind(of name: String) throws(EngineFailure) -> String? {
    let rows = try texts(
      "SELECT type FROM sqlite_schema WHERE name = ?1 COLLATE NOCASE AND type IN ('table', 'view')",
      [.value(.text(name))])
    return rows.first?[0]
  }

  func existingTable(_ name: String) throws(EngineFailure) -> ExistingTable {
    let columns = try texts("PRAGMA table_xinfo(\(name.quotedName))").map { row in
      ExistingTable.Column(
        name: row[1] ?? "", type: row[2] ?? "", isNullable: row[3] == "0", hasDefault: row[4] != nil,
        keyPosition: row[5].flatMap { Int($0) } ?? 0, isGenerated: row[6] == "2" || row[6] == "3")
    }
    return ExistingTable(columns: columns, indexes: try indexes(of: name), foreignKeys: try foreignKeys(of: name))
  }

  private func indexes(of name: String) throws(EngineFailure) -> [ExistingTable.Index] {
    var indexes: [ExistingTable.Index] = []
    for row in try texts("PRAGMA index_list(\(name.quotedName))") {
      guard let index = row[1] else { continue }
      let parts = try texts("PRAGMA index_xinfo(\(index.quotedName))").filter { $0[5] == "1" }
      // An index over an expression has a part without a name.
      indexes.append(
        ExistingTable.Index(
          name: index, isUnique: row[2] == "1", isPartial: row[4] == "1", columns: parts.map { $0[2] ?? "" }))
    }
    return indexes
  }

  func foreignKeys(of name: String) throws(EngineFailure) -> [ExistingTable.ForeignKey] {
    var keys: [ExistingTable.ForeignKey] = []
    for row in try texts("PRAGMA foreign_key_list(\(name.quotedName))") {
      guard let number = row[0], let table = row[2], let column = row[3] else { continue }
      if keys.last?.number != number {
        keys.append(
          ExistingTable.ForeignKey(number: number, columns: [], table: table, target: [], deleteAction: row[6] ?? ""))
      }
      keys[keys.count - 1].columns.append(column)
      if let target = row[4] { keys[keys.count - 1].target.append(target) }
    }
    return keys
  }
}

#endif
