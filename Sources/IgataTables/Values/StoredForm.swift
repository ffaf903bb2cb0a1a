/// How a column that another program made keeps its values, where that isn't the form of igata's own tables.
public enum StoredForm: Hashable, Sendable {
  /// A date as text: `2024-05-27 11:12:13`.
  case dateText(DateText)
  /// A date as a number of units since a moment.
  case dateNumber(DateNumber)
  /// A date without a time zone, which is taken to be in UTC: PostgreSQL's `timestamp`.
  ///
  /// - Parameter digits: How many digits after the seconds are kept; `nil` for six.
  case local(digits: Int?)
  /// A day as text, `2024-05-27`, or as eight digits, which are a whole number where the column has numbers.
  case day(isCompact: Bool)
  /// A UUID as text.
  case uuidText(UUIDText)
  /// A fixed-point number or a `Decimal` as a number: of affinity NUMERIC or REAL in SQLite, `numeric` in PostgreSQL.
  case number
  /// A value of an enum type of PostgreSQL, by the type's name.
  case native(String)

  /// The text of a date in UTC. Any number of digits after the seconds is read.
  public enum DateText: Hashable, Sendable {
    /// `2024-05-27 11:12:13`, with so many digits after the seconds, or as many as the date needs if it is `nil`.
    case plain(digits: Int?)
    /// `2024-05-27T11:12:13Z`
    case iso
    /// `2024-05-27 11:12:13+00:00`
    case offset
  }

  /// The unit of a date and where it begins.
  public enum DateNumber: String, Hashable, Sendable {
    /// Seconds since 1970-01-01.
    case seconds
    /// Thousandths of a second since 1970-01-01.
    case milliseconds
    /// Seconds since 2001-01-01, as Apple's frameworks count them.
    case appleSeconds
  }

  /// The text of a UUID.
  public enum UUIDText: String, Hashable, Sendable {
    /// 36 characters in lower case.
    case lower
    /// 36 characters in upper case.
    case upper
    /// 32 characters in lower case.
    case hex
  }
}

extension StoredForm {
  /// The form of a type by its name and its argument, as a schema and a table's text write it; `nil` if the type has no
  /// such form.
  public init?(_ name: String, _ argument: String?, of type: ColumnType) {
    switch (type.storage, name, argument) {
    case (.date, "text", nil): self = .dateText(.plain(digits: nil))
    case (.date, "text", "iso"): self = .dateText(.iso)
    case (.date, "text", "offset"): self = .dateText(.offset)
    case (.date, "text", let argument?):
      guard let digits = Int(argument), (0...9).contains(digits) else { return nil }
      self = .dateText(.plain(digits: digits))
    case (.date, "seconds", nil): self = .dateNumber(.seconds)
    case (.date, "seconds", "2001"): self = .dateNumber(.appleSeconds)
    case (.date, "milliseconds", nil): self = .dateNumber(.milliseconds)
    case (.date, "local", nil): self = .local(digits: nil)
    case (.date, "local", let argument?):
      guard let digits = Int(argument), (0...6).contains(digits) else { return nil }
      self = .local(digits: digits)
    case (.day, "text", nil): self = .day(isCompact: false)
    case (.day, "compact", nil): self = .day(isCompact: true)
    case (.uuid, "text", nil): self = .uuidText(.lower)
    case (.uuid, "text", "upper"): self = .uuidText(.upper)
    case (.uuid, "text", "hex"): self = .uuidText(.hex)
    case (.decimal, "number", nil): self = .number
    case (.integer, "number", nil):
      guard case .scalar(let scalar) = type, scalar.number == .fixed else { return nil }
      self = .number
    case (.text, "native", let argument?), (.list, "native", let argument?):
      if case .list(let element) = type, element.storage != .text { return nil }
      if argument.isEmpty { return nil }
      self = .native(argument)
    default: return nil
    }
  }

  /// The form as a schema writes it, but for the quotes around the name of a type: `text(3)`.
  public var text: String { name + (argument.map { "(\($0))" } ?? "") }

  /// The name, as a schema writes it.
  public var name: String {
    switch self {
    case .dateText, .uuidText, .day(isCompact: false): "text"
    case .day(isCompact: true): "compact"
    case .dateNumber(.milliseconds): "milliseconds"
    case .dateNumber: "seconds"
    case .local: "local"
    case .number: "number"
    case .native: "native"
    }
  }

  /// What is in parentheses after the name; `nil` if there are none.
  public var argument: String? {
    switch self {
    case .dateText(.plain(let digits)), .local(let digits): digits.map { "\($0)" }
    case .dateText(.iso): "iso"
    case .dateText(.offset): "offset"
    case .dateNumber(.appleSeconds): "2001"
    case .uuidText(.upper): "upper"
    case .uuidText(.hex): "hex"
    case .native(let type): type
    case .dateNumber, .day, .uuidText, .number: nil
    }
  }

  /// The microseconds of which a date is a multiple when it is written; `nil` if it is written as it is.
  public var unit: Int64? {
    switch self {
    case .dateText(let text): return text.unit
    case .local(let digits):
      guard let digits, digits < 6 else { return nil }
      return (digits..<6).reduce(1) { unit, _ in unit * 10 }
    case .dateNumber(.milliseconds): return 1000
    case .dateNumber: return 1_000_000
    case .day, .uuidText, .number, .native: return nil
    }
  }
}

extension StoredForm.DateText {
  /// The microseconds of which a date is a multiple when it is written; `nil` if it is written as it is.
  public var unit: Int64? {
    guard case .plain(let digits?) = self else { return nil }
    return StoredForm.local(digits: digits).unit
  }
}
