@_spi(Backend) internal import IgataRuntime
public import IgataTables

extension QueryTranslator {
  /// Appends a value that is computed from related rows.
  mutating func append(_ aggregate: Aggregate, of rows: RelatedRows, depth: Int) throws(StoreError) {
    guard let expression = aggregate.expression else {
      sql += "("
      try append("count(*)", of: rows, depth: depth + 1)
      sql += ")"
      return
    }
    // The values are selected first: an aggregate of nothing but columns of an enclosing row would be one of the
    // enclosing query.
    let values = try rendering { (query) throws(StoreError) in
      try query.append(" AS v", after: expression, of: rows, depth: depth + 1)
    }
    let type = try tables.inside(rows).type(of: expression)
    switch aggregate {
    case .minimum, .count: appendExtreme(of: values, type, isLeast: true)
    case .maximum: appendExtreme(of: values, type, isLeast: false)
    case .sum: append(failing: try dialect.sum(ofRows: values, type))
    case .average: append(failing: try dialect.average(ofRows: values, type))
    }
  }

  private mutating func appendExtreme(of values: String, _ type: ColumnType, isLeast: Bool) {
    let value = dialect.extreme("a.v" + (dialect.collation(of: type) ?? ""), of: type, isLeast: isLeast)
    sql += "(SELECT \(value) FROM (\(values)) AS a)"
  }
}

@_spi(Backend) extension ColumnType {
  /// What the last decimal place of a fixed-point type is worth: `0.001`; `nil` for every other type.
  public var unit: String? {
    let digits = scale.description.utf8.count - 1
    return digits > 0 ? "0." + String(repeating: "0", count: digits - 1) + "1" : nil
  }
}
