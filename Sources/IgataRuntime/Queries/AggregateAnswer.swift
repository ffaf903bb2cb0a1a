internal import IgataTables

extension Aggregate {
  /// The answer of a backend as the value of the aggregate: a sum of nothing is 0, and the average of fixed-point
  /// numbers is in whole units.
  ///
  /// `tables` are those of the row that is aggregated, followed by those of the enclosing related rows.
  func result(_ value: StoredValue, _ tables: [TableDescription]) throws(StoreError) -> StoredValue {
    switch self {
    case .sum(let expression):
      guard value.isNull else { return value }
      switch try tables.type(of: expression).storage {
      case .real: return .real(0)
      case .decimal: return .decimal(0)
      default: return .integer(0)
      }
    case .average(let expression):
      guard case .decimal(let average) = value, case .scalar(let scalar) = try tables.type(of: expression),
        scalar.scale > 1
      else { return value }
      let digits = scalar.scale.description.utf8.count - 1
      guard let result = DecimalDigits(average)?.shifted(by: -digits).decimal else {
        throw .overflow(expression: "the average of " + tables.text(of: expression))
      }
      return .decimal(result)
    case .count, .minimum, .maximum: return value
    }
  }
}
