import IgataTables

extension Carried {
  /// The columns that refer to rows by keys that these get, or by others of their columns.
  func rekeyed(in tables: MatchedTables, _ models: [Carried]) -> [Int: Replacement] {
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

extension Carried {
  private var keysName: String { "igata_keys_\(new.name)" }

  /// The statements that store the values that others follow beside the keys that the rows have.
  var keyTable: [String] {
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

  var forgettingKeys: [String] { followed.isEmpty ? [] : ["DROP TABLE temp.\(dialect.identifier(keysName));"] }

  private static func oldKey(_ column: Int) -> String { "\"old_\(column + 1)\"" }
  private static func newKey(_ column: Int) -> String { "\"new_\(column + 1)\"" }

  /// The value of a column that others follow.
  func followedValue(_ column: Int) -> String {
    followedValue(column, source.primaryKey, of: source.primaryKey.map(qualified))
  }

  /// The value of a column in the row that has some values.
  func followedValue(_ column: Int, _ references: [Int], of values: [String]) -> String {
    let table = dialect.identifier(keysName)
    let isSame = zip(references, values).map { "\(table).\(Self.oldKey($0)) = \($1)" }
    return """
      (SELECT \(table).\(Self.newKey(column)) FROM temp.\(table) WHERE \(isSame.joined(separator: " AND ")))
      """
  }
}

extension Carried {
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

extension [Carried] {
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
    for key in keys where self[key.table].replacements[key.column] == nil {
      let carried = self[key.table]
      var ignored: [SQLiteScript.Stop] = []
      let former = Former(
        carried.qualified(key.source), carried.old.columns[key.source], carried.pair.enums[key.column],
        in: carried.source)
      // What refers to no row stays.
      let own = carried.dangling(former, key) ?? carried.columnValue(key.column).kept(former, &ignored)
      let value = self[key.target].followedValue(key.key, key.references, of: key.columns.map(carried.qualified))
      self[key.table].replacements[key.column] = .value("coalesce(\(value), \(own))")
    }
    // A key that is a foreign key itself comes after the one to which it refers.
    var rest = indices.filter { !self[$0].followed.isEmpty }
    var statements: [String] = []
    while !rest.isEmpty {
      let next = rest.firstIndex { index in
        !keys.contains { key in
          key.table == index && self[index].followed.contains(key.column) && key.target != index
            && rest.contains(key.target)
        }
      }
      statements += self[rest.remove(at: next ?? 0)].keyTable
    }
    return statements
  }
}
