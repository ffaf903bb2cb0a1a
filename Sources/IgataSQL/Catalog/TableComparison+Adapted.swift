@_spi(Backend) internal import IgataRuntime
internal import IgataTables

extension TableComparison {
  /// Keeps what differs from a column that `prepare` creates.
  mutating func adapt(_ index: Int, _ fit: AdaptedColumn, _ existing: FoundColumn) {
    var adapted = fit
    if case .foreignSequence(let sequence) = existing.origin, index == table.generatedKeyColumn {
      adapted.nextKey = sequence
    }
    if existing.origin == .alwaysCountedKey, index == table.generatedKeyColumn { adapted.isAlwaysCounted = true }
    // Null is an empty list, as no list is optional in a schema.
    if existing.isNullable, !table.columns[index].isNullable, ColumnMeaning(table.columns[index].type).isList {
      adapted.value = "coalesce(\(adapted.value ?? "$"), \(dialect.emptyList))"
      adapted.readsNullAsList = true
    }
    // Another program may write JSON with spaces.
    if table.isExternal, adapted.compared == nil, let canonical = dialect.canonical(table.columns[index].type) {
      adapted.compared = canonical.replacing("$", with: adapted.value ?? "$")
    }
    if table.isExternal, table.columns[index].form == nil, adapted.bounds == nil {
      adapted.bounds = dialect.bounds(of: table.columns[index].type)
    }
    if !adapted.isEmpty { adaptedColumns[index] = adapted }
    if let comparison = adapted.comparison, identifiesRows(index) {
      add(
        index, found: "a column that identifies rows, and that the database compares \(comparison)",
        expected: "one that is compared exactly", help: "copy the table into one with the right column")
    }
  }

  /// Whether a column is one of the key, or of a relation.
  private func identifiesRows(_ index: Int) -> Bool {
    table.primaryKey.contains(index) || table.relations.contains { $0.columns.contains(index) }
  }
}
