extension Table {
  /// The table for a database that has one method of indexes only.
  func withMethods(of dialect: any SQLDialect) -> Table {
    guard !dialect.hasIndexMethods, indexes.contains(where: { $0.method != nil }) else { return self }
    var result = self
    for index in result.indexes.indices { result.indexes[index].method = nil }
    return result
  }
}
