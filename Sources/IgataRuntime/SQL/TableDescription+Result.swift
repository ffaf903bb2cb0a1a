internal import IgataTables

extension TableDescription {
  /// The indexes of the columns with these names, which are those of a query's result.
  ///
  /// Throws ``StoreError/schemaMismatch(_:)`` for all columns that are missing, that occur twice, and that the table
  /// doesn't have.
  func columns(named names: [String]) throws(StoreError) -> [Int] {
    let indexes = Dictionary(columns.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var found: [Int] = []
    var differences: [SchemaDifference] = []
    for name in names {
      guard let index = indexes[name] else {
        let hint = nearestName(to: name, among: columns.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""
        differences.append(
          difference(name, "the SQL returns it, but \(model) has no such column\(hint)", "leave it out, or rename it"))
        continue
      }
      if found.contains(index) {
        differences.append(difference(name, "the SQL returns it twice", "select it once", index))
      } else {
        found.append(index)
      }
    }
    for (index, column) in columns.enumerated() where !found.contains(index) {
      let help = "select it, or use 'select(sql:as:)' for some of the columns"
      differences.append(difference(column.name, "the SQL doesn't return it", help, index))
    }
    if !differences.isEmpty { throw .schemaMismatch(differences) }
    return found
  }

  private func difference(_ column: String, _ problem: String, _ help: String, _ index: Int? = nil)
    -> SchemaDifference
  {
    SchemaDifference(
      table: name, column: column, field: index.map { "\(model).\(field(at: $0))" }, problem: problem, help: help)
  }

  /// The description of a result with some of the columns, in another order.
  func result(of columns: [Int]) -> TableDescription {
    TableDescription(model: model, name: name, columns: columns.map { self.columns[$0] }, primaryKey: [])
  }
}
