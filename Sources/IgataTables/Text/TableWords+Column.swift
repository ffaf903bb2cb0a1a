extension TableWords {
  /// The words after `column`: a name, a path if it differs, a type, and the constraints of the values.
  mutating func column() -> ColumnDescription? {
    guard let name = next() else { return nil }
    var path = [name]
    if take("of") {
      guard let other = self.path() else { return nil }
      path = other
    }
    guard let type = columnType() else { return nil }
    var column = ColumnDescription(name, path, type)
    while !isAtEnd {
      guard readAttribute(of: &column) else { return nil }
    }
    return column
  }

  private mutating func readAttribute(of column: inout ColumnDescription) -> Bool {
    switch next() {
    case "null": column.isNullable = true
    case "sensitive": column.isSensitive = true
    case "stored":
      guard let name = next() else { return false }
      let argument = isAtList ? list { $0 } : []
      column.form = argument.flatMap { StoredForm(name, $0.first, of: column.type) }
      return column.form != nil
    case "formerly":
      column.formerName = next()
      return column.formerName != nil
    case "=":
      column.defaultValue = columnDefault(column.type)
      return column.defaultValue != nil
    case let word?: return readBound(word, of: &column.constraints)
    case nil: return false
    }
    return true
  }

  private mutating func readBound(_ word: String, of constraints: inout ColumnConstraints) -> Bool {
    guard let bound = next() else { return false }
    switch word {
    case "minLength":
      constraints.minimumLength = Int(bound)
      return constraints.minimumLength != nil
    case "maxLength":
      constraints.maximumLength = Int(bound)
      return constraints.maximumLength != nil
    case "min": constraints.minimum = bound
    case "max": constraints.maximum = bound
    case "below":
      constraints.maximum = bound
      constraints.excludesMaximum = true
    case "matching": constraints.pattern = bound
    default: return false
    }
    return true
  }

  // MARK: Types

  private mutating func columnType() -> ColumnType? {
    guard let word = next() else { return nil }
    if word == "list" {
      // A list of lists is no type, so that this goes one level deep.
      if take("list") { return nil }
      return columnType().map { .list($0) }
    }
    guard let scalar = Scalar(word: word) else { return nil }
    if case .fixed = scalar { return list { Int64($0) }?.first.map { .scalar(.fixed(scale: $0)) } }
    guard isAtList else { return .scalar(scalar) }
    switch scalar {
    case .decimal:
      guard let digits = list({ Int($0) }), digits.count == 2 else { return nil }
      return .scalar(.decimal(precision: digits[0], scale: digits[1]))
    case .string: return cases { $0 }.map { .stringEnum($0, isOpen: $1) }
    case _ where scalar.number == .whole:
      return cases { Int64($0) }.map { .integerEnum($0, width: scalar, isOpen: $1) }
    default: return .scalar(scalar)
    }
  }

  /// The raw values of an enum in parentheses, and whether `...` leaves it open.
  private mutating func cases<Value>(_ value: (String) -> Value?) -> ([Value], isOpen: Bool)? {
    guard take("(") else { return nil }
    var values: [Value] = []
    var isOpen = false
    while !take(")") {
      if take("...") {
        isOpen = true
      } else {
        guard let next = next().flatMap(value) else { return nil }
        values.append(next)
      }
    }
    return (values, isOpen)
  }

  // MARK: Defaults

  private mutating func columnDefault(_ type: ColumnType) -> ColumnDefault? {
    if take("uuid") { return .uuid }
    if take("uuid7") { return .uuid7 }
    if take("cuid") { return .cuid }
    if take("ulid") { return .ulid }
    if take("now") { return .now }
    if take("autoincrement") { return .autoincrement }
    if take("construct") { return .construct }
    if take("computed") { return .computed }
    if take("sql") { return next().map { .sql($0) } }
    if case .list(let element) = type {
      return list { Self.value($0, element) }.map { .value(.list($0)) }
    }
    return next().flatMap { Self.value($0, type) }.map { .value($0) }
  }

  static func value(_ word: String, _ type: ColumnType) -> ColumnLiteral? {
    switch type.storage {
    case .bool: Bool(word).map { .bool($0) }
    case .integer: Int64(word).map { .integer($0) }
    case .real: Double(word).map { .real($0) }
    case .decimal: isDecimal(word) ? .decimal(word) : nil
    case .text: .text(word)
    case .day: GregorianDay(word).map { _ in .day(word) }
    case .json: .json(word)
    case .data, .date, .uuid, .list: nil
    }
  }

  /// Whether a word is a decimal number of at most 38 digits, which every store can hold.
  private static func isDecimal(_ word: String) -> Bool {
    let digits = word.utf8.drop { $0 == UInt8(ascii: "-") }
    guard word.utf8.count - digits.count <= 1 else { return false }
    let parts = digits.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    return digits.count <= 39 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { (48...57).contains($0) } }
  }
}
