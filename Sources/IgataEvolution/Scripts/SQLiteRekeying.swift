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
