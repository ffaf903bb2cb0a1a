extension Model {
  /// The indexes of the fields that are relations, in order: what a relation's number counts.
  public var relationFields: [Int] {
    fields.indices.filter {
      switch fields[$0].kind {
      case .toOne, .toMany, .ordered: true
      case .value, .list, .embedded: false
      }
    }
  }

  /// Whether a column is a key that the store makes.
  public func isGeneratedKey(_ column: Int) -> Bool {
    primaryKey == [column] && fields[columns[column].field].defaultValue == .autoincrement
  }
}
