@_spi(Backend) package import IgataSQL
package import IgataTables

// Which forms the values of a column may have is concluded from the declared type and the lengths; whether all of them
// do, the conditions show by which `prepare` checks rows.
/// A form that all values of a column may have.
package struct FormCandidate {
  package let column: String
  package let form: StoredForm
  /// The digits of the column's declared type; `nil` for a form without digits.
  fileprivate let digits: DeclaredDecimal?

  package init(_ column: String, declared: String, _ form: StoredForm) {
    self.column = column
    self.form = form
    digits = form == .number ? DeclaredDecimal(declared) : nil
  }

  /// A condition that is true for a value which isn't exactly one of the form, or which would be stored otherwise.
  fileprivate func isWrong(_ dialect: any CatalogDialect) -> String {
    var column = ColumnDescription(column, [column], digits?.scalar ?? form.scalar, isNullable: true)
    column.form = form
    guard let evidence = dialect.evidence(of: column, in: nil) else { return dialect.condition(true) }
    guard let digits else { return evidence.wrongValue }
    let (name, bound) = (dialect.identifier(column.name), "1e\(digits.precision - digits.scale)")
    let conditions = [evidence.wrongValue, "\(name) >= \(bound)", "\(name) <= -\(bound)", evidence.changedValue]
    return conditions.compactMap(\.self).map { "(\($0))" }.joined(separator: " OR ")
  }
}

extension ColumnRows {
  /// The forms that the values may have.
  ///
  /// - Parameter column: The name of the column, which tells eight digits that are a day from others.
  package func candidates(of column: String, declared: String) -> [StoredForm] {
    if values == 0 || blobs > 0 { return [] }
    // Numbers of so few digits are those of an integer.
    let isDecimal = texts == 0 && DeclaredDecimal(declared)?.isInteger == false
    if isDecimal || reals > 0 { return isDecimal ? [.number] : [] }
    let declared = declared.uppercased()
    let isDate = declared.contains("DATE") || declared.contains("TIME")
    if texts == values, let lengths {
      if lengths == 10...10 { return [.day(isCompact: false)] }
      if lengths == 8...8, isDate || Self.namesDay(column) { return [.day(isCompact: true)] }
      if lengths == 36...36 { return [.uuidText(.lower), .uuidText(.upper)] }
      if lengths == 32...32 { return [.uuidText(.hex)] }
      guard (19...35).contains(lengths.lowerBound), lengths.upperBound <= 35 else { return [] }
      return [.dateText(.plain(digits: digits)), .dateText(.iso), .dateText(.offset)]
    }
    guard integers == values, let bounds else { return [] }
    if isDate || Self.namesDay(column), bounds.lowerBound >= 10_101, bounds.upperBound <= 99_991_231 {
      return [.day(isCompact: true)]
    }
    guard isDate else { return [] }
    if bounds.lowerBound >= 100_000_000, bounds.upperBound < 100_000_000_000 { return [.dateNumber(.seconds)] }
    let isThousandths = bounds.lowerBound >= 100_000_000_000 && bounds.upperBound < 100_000_000_000_000
    return isThousandths ? [.dateNumber(.milliseconds)] : []
  }

  /// The rows as they were described when the column was declared otherwise. Whether all were exact numbers of other
  /// digits isn't known any more, and taken to be so.
  package func whenDeclared(_ former: String, now declared: String) -> ColumnRows {
    guard values == integers + reals, values > 0, DeclaredDecimal(former)?.isInteger == false,
      DeclaredDecimal(declared)?.isInteger != false
    else { return self }
    var rows = self
    rows.forms = [.number]
    return rows
  }

  private static func namesDay(_ column: String) -> Bool {
    let name = column.lowercased()
    return ["date", "day"].contains { name.contains($0) } || name.hasSuffix("_on")
  }

  /// The digits after the seconds, if all texts have as many.
  private var digits: Int? {
    guard let lengths, lengths.lowerBound == lengths.upperBound else { return nil }
    let digits = max(lengths.lowerBound - 20, 0)
    return digits <= 9 ? digits : nil
  }

  /// The query that counts the values of some columns which don't have a form, which returns one row.
  package static func query(
    _ candidates: [FormCandidate], of table: String, isWithoutRowID: Bool, _ dialect: any CatalogDialect
  ) -> String {
    let counts = candidates.map { "sum(CASE WHEN \($0.isWrong(dialect)) THEN 1 ELSE 0 END)" }
    let columns = Array(Set(candidates.map(\.column))).sorted()
    let names = columns.map { "t.\(dialect.identifier($0)) AS \(dialect.identifier($0))" }.joined(separator: ", ")
    return "SELECT \(counts.joined(separator: ", ")) FROM (\(sample(names, table, isWithoutRowID, dialect)))"
  }
}

extension StoredForm {
  /// The type whose values the form keeps.
  var scalar: Scalar {
    switch self {
    case .dateText, .dateNumber, .local: .date
    case .day: .day
    case .uuidText: .uuid
    case .number: .decimal()
    case .native: .string
    }
  }

  /// The attribute of a field, and none for the form that a type has in any table.
  var attributes: [String] { self == .day(isCompact: false) ? [] : ["@stored(as: \(text))"] }
}
