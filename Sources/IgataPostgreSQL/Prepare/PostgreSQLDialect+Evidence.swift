#if PostgreSQL
@_spi(Backend) public import IgataSQL
public import IgataTables

@_spi(Backend) extension PostgreSQLDialect {
  /// Only the cases of enums are checked: for all else the types of PostgreSQL ensure it.
  public func evidence(of column: ColumnDescription) -> ColumnEvidence? {
    let cases: [String]
    switch column.type {
    case .stringEnum(let values, false): cases = values.map { literal($0) }
    case .integerEnum(let values, _, false): cases = values.map { "\($0)" }
    default: return nil
    }
    return ColumnEvidence(wrongValue: "\(identifier(column.name)) NOT IN (\(cases.joined(separator: ", ")))")
  }
}

#endif
