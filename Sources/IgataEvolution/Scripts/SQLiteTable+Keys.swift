import IgataTables

extension SQLiteTable {
  /// The columns that refer to rows by keys that these get, or by others of their columns.
  func rekeyed(in tables: MatchedTables, _ models: [SQLiteTable]) -> [Int: Replacement] {
    var result: [Int: Replacement] = [:]
    for reference in tables.rekeyedReferences(of: pair) {
      guard let targets = models.first(where: { $0.old.name == reference.target }) else { continue }
      let target = targets.aliased("igata_target")
      let isTarget = zip(reference.columns, reference.references).map { column, key in
        "\(target.qualified(key)) = \(qualified(column))"
      }
      for (column, key) in reference.added {
        var ignored: [SQLiteScript.Stop] = []
        let value = """
          (SELECT \(target.ownValue(key, &ignored)) FROM \(dialect.identifier(targets.source.name)) AS "igata_target" \
          WHERE \(isTarget.joined(separator: " AND ")))
          """
        result[column] = .value(columnValue(column).orBackfill(value))
      }
    }
    return result
  }
}

extension SQLiteTable {
  private func keysName(_ part: Int) -> String { "igata_keys\(part == 0 ? "" : String(part + 1))_\(new.name)" }

  /// The statements that store values that others follow beside the keys that the rows have.
  fileprivate func keyTable(_ part: Int) -> [String] {
    let keysName = keysName(part)
    let followed = followed.filter { keyParts[$0, default: 0] == part }
    var ignored: [SQLiteScript.Stop] = []
    let olds = Set(source.primaryKey + followedBy.flatMap(\.self)).sorted()
    let columns =
      olds.map { "\(qualified($0)) AS \(Self.oldKey($0))" }
      + followed.sorted().map { "\(computedValue($0, &ignored)) AS \(Self.newKey($0))" }
    let query = "SELECT \(columns.joined(separator: ", "))\nFROM \(dialect.identifier(source.name))"
    let others = followedBy.subtracting([source.primaryKey]).sorted { $0.lexicographicallyPrecedes($1) }
    let keys = [source.primaryKey] + others
    return ["CREATE TEMP TABLE \(dialect.identifier(keysName)) AS \(query);"]
      + keys.enumerated().map { index, columns in
        "CREATE INDEX temp.\(dialect.identifier("\(keysName)_\(index + 1)")) ON \(dialect.identifier(keysName)) "
          + "(\(columns.map(Self.oldKey).joined(separator: ", ")));"
      }
  }

  var dropKeyTables: [String] {
    let parts = Set(followed.map { keyParts[$0, default: 0] })
    return parts.sorted().map { "DROP TABLE temp.\(dialect.identifier(keysName($0)));" }
  }

  private static func oldKey(_ column: Int) -> String { "\"old_\(column + 1)\"" }
  private static func newKey(_ column: Int) -> String { "\"new_\(column + 1)\"" }

  /// The value of a column that others follow.
  func followedValue(_ column: Int) -> String {
    followedValue(column, source.primaryKey, of: source.primaryKey.map(qualified))
  }

  /// The value of a column in the row that has some values.
  func followedValue(_ column: Int, _ references: [Int], of values: [String]) -> String {
    let table = dialect.identifier(keysName(keyParts[column, default: 0]))
    let isSame = zip(references, values).map { "\(table).\(Self.oldKey($0)) = \($1)" }
    return """
      (SELECT \(table).\(Self.newKey(column)) FROM temp.\(table) WHERE \(isSame.joined(separator: " AND ")))
      """
  }
}

extension SQLiteTable {
  /// A reference to no row, whose value has no conversion to the new type of the key: another one that refers to none;
  /// `nil` if the value has a conversion or a backfill.
  fileprivate func dangling(_ former: Former, _ key: FollowedKey) -> String? {
    let column = new.columns[key.column]
    guard Conversion(former.column.type, column.type) == .unknown, columnValue(key.column).backfill == nil else {
      return nil
    }
    switch column.type.storage {
    case .uuid, .text:
      let derived = dialect.derivedUUID(for: new.name, from: [(former.text, former.column.type)], column.type)
      return former.column.isNullable ? "CASE WHEN \(former.text) IS NOT NULL THEN \(derived) END" : derived
    default: return column.isNullable ? "NULL" : nil
    }
  }
}

extension [SQLiteTable] {
  /// Marks the columns whose values others follow.
  ///
  /// - Returns: The columns that follow them.
  mutating func markFollowed(in tables: MatchedTables) -> [FollowedKey] {
    let pairs = map(\.pair)
    let keys = pairs.followedKeys(of: pairs.replacedKeys)
    for key in keys {
      self[key.target].followed.insert(key.key)
      self[key.target].followedBy.insert(key.references)
    }
    for pair in pairs {
      for reference in tables.rekeyedReferences(of: pair) {
        guard let target = firstIndex(where: { $0.old.name == reference.target }) else { continue }
        for (_, key) in reference.added where pairs[target].replacesValues(key) { self[target].followed.insert(key) }
      }
    }
    return keys
  }

  /// Gives columns the values of those that they follow.
  ///
  /// - Returns: The statements that store these values.
  mutating func follow(_ keys: [FollowedKey]) -> [String] {
    let order = orderKeys(keys)
    for key in keys where self[key.table].replacements[key.column] == nil {
      let table = self[key.table]
      var ignored: [SQLiteScript.Stop] = []
      let former = Former(
        table.qualified(key.source), table.old.columns[key.source], table.pair.enums[key.column],
        in: table.source)
      // What refers to no row stays.
      let own = table.dangling(former, key) ?? table.columnValue(key.column).kept(former, &ignored)
      let value = self[key.target].followedValue(key.key, key.references, of: key.columns.map(table.qualified))
      self[key.table].replacements[key.column] = .value("coalesce(\(value), \(own))")
    }
    return order.flatMap { self[$0.table].keyTable($0.part) }
  }

  /// The order in which the values that others follow are computed, those of a table at once: a key that is a foreign
  /// key itself comes after the one to which it refers. Where tables refer to each other, or one to itself, the values
  /// of a table are in several parts.
  private mutating func orderKeys(_ keys: [FollowedKey]) -> [(table: Int, part: Int)] {
    var rest = map(\.followed)
    var order: [(table: Int, part: Int)] = []
    while rest.contains(where: { !$0.isEmpty }) {
      let ready = rest.indices.map { table in
        rest[table].filter { column in
          !keys.contains { $0.table == table && $0.column == column && rest[$0.target].contains($0.key) }
        }
      }
      let complete = rest.indices.first { !rest[$0].isEmpty && ready[$0] == rest[$0] }
      // A column that follows itself in a circle would have been followed by nothing.
      guard let table = complete ?? rest.indices.first(where: { !ready[$0].isEmpty }) else { break }
      let part = order.count { $0.table == table }
      for column in ready[table] { self[table].keyParts[column] = part }
      rest[table].subtract(ready[table])
      order.append((table, part))
    }
    return order
  }
}
