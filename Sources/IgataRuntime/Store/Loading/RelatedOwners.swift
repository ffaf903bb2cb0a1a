/// Models whose related rows are fetched.
struct RelatedOwners {
  let table: TableDescription
  let count: Int
  /// Whether they are all rows of their table.
  let areAll: Bool
  /// The table of an ordered list of theirs.
  let joinTable: (_ relation: Int) -> TableDescription?
  /// Makes the owners known to the load that has read them, so that it doesn't load them where related rows refer to
  /// them. Returns their loader; `nil` if it has to load them.
  let know: (LoadContext) -> AnyTargetLoader?
  private let primaryKeys: () -> [StoredKey]
  private let rows: () -> [[StoredValue]]
  private let typedKey: (inout RowReader, _ column: Int) -> StoredKey

  /// Models that a program has.
  init<Owner: PersistableModel>(_ owners: [Owner]) { self.init(owners, areAll: false) { _ in nil } }

  /// Models that the load has read.
  ///
  /// - Parameter areAll: Whether they are all rows of their table.
  init<Owner: PersistableModel>(_ owners: [Owner], readBy query: Query<Owner>, areAll: Bool = false) {
    self.init(owners, areAll: areAll) { context in
      // Where others refer to them, they don't have the relations that a query includes.
      query.included.isEmpty ? context.know(owners) : nil
    }
  }

  private init<Owner: PersistableModel>(
    _ owners: [Owner], areAll: Bool, know: @escaping (LoadContext) -> AnyTargetLoader?
  ) {
    let table = Owner.table
    self.know = know
    self.table = table
    count = owners.count
    self.areAll = areAll
    joinTable = { table.joinTable($0, owner: Owner.self) }
    primaryKeys = { owners.map { StoredKey($0.primaryKey) } }
    rows = { owners.map { $0.columnValues } }
    typedKey = { row, column in StoredKey(Owner.PrimaryKey(row: &row, at: column)) }
  }

  /// The values of columns of each owner; `nil` if one of them is.
  func keys(_ columns: [Int]) -> [StoredKey?] {
    if columns == table.primaryKey { return primaryKeys() }
    return rows().map { row in
      let values = columns.map { row[$0] }
      return values.contains(.null) ? nil : .values(values)
    }
  }

  /// A function that reads a key of an owner from a row, as ``keys(_:)`` returns it; `nil` if one of its columns is
  /// null.
  ///
  /// - Parameters:
  ///   - found: The columns of the row.
  ///   - areNullable: Whether one of them may be null.
  func keyReader(_ columns: [Int], at found: [Int], areNullable: Bool) -> (inout RowReader) -> StoredKey? {
    let isContiguous = zip(found, found.dropFirst()).allSatisfy { $0 + 1 == $1 }
    guard columns == table.primaryKey, isContiguous, let first = found.first else {
      return { row in
        let values = found.map { row.rawValue($0) }
        return values.contains(.null) ? nil : .values(values)
      }
    }
    let form = StoredKey.Form(table)
    let nullable = areNullable ? found : []
    return { row in
      for column in nullable where row.isNull(column) { return nil }
      return StoredKey(&row, at: first, form) ?? typedKey(&row, first)
    }
  }
}
