extension Model {
  /// The indexes of the fields that are relations, in order. A relation's number is an index into this array.
  public var relationFields: [Int] {
    fields.indices.filter {
      switch fields[$0].kind {
      case .toOne, .inverse, .ordered: true
      case .value, .list, .embedded: false
      }
    }
  }

  /// The indexes of the fields that the primary key consists of.
  package var keyFields: Set<Int> { Set(primaryKey.map { columns[$0].field }) }

  /// Whether a column is a key that the store generates.
  public func isGeneratedKey(_ column: Int) -> Bool {
    primaryKey == [column] && fields[columns[column].field].defaultValue == .autoincrement
  }
}
