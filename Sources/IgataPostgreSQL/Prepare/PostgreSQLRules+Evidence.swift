#if PostgreSQL
@_spi(Backend) internal import IgataRuntime
@_spi(Backend) internal import IgataSQL

extension PostgreSQLRules {
  /// The cases of enums: everything else that no record tells has a type of its own.
  func evidence(of column: Int) -> ColumnEvidence? {
    let cases: [String]
    switch table.columns[column].type {
    case .stringEnum(let values, false): cases = values.map(\.quotedText)
    case .integerEnum(let values, _, false): cases = values.map { "\($0)" }
    default: return nil
    }
    let name = table.columns[column].name.quotedServerName
    return ColumnEvidence(wrongValue: "\(name) NOT IN (\(cases.joined(separator: ", ")))")
  }
}

#endif
