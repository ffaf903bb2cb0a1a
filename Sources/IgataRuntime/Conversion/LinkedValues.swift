/// The values of columns that follow from the targets of linked relations, as those of a given reviewer determine
/// `reviewerEmail`.
struct LinkedValues {
  private var values: [Int: StoredValue] = [:]

  /// The value of a column; `nil` if it doesn't follow from a given target.
  subscript(column: Int) -> StoredValue? { values[column] }

  /// Adds the columns of a relation.
  ///
  /// - Parameter target: The relation's target; `nil` if there is none, so that those columns are null that can be.
  mutating func add(_ relation: RelationDescription, _ target: (any PersistableModel)?, in table: TableDescription) {
    guard let target else {
      for column in relation.columns where table.columns[column].isNullable { values[column] = .null }
      return
    }
    let row = target.columnValues
    for (column, referenced) in zip(relation.columns, relation.referencedColumns) { values[column] = row[referenced] }
  }
}
