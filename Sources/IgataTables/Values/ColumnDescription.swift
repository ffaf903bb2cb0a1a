/// One column of a table.
public struct ColumnDescription: Hashable, Sendable {
  /// The column's name in SQL, not quoted.
  public var name: String
  /// The names that lead to the value from the model: `["name"]`, `["home", "street"]` for a field of a struct,
  /// `["ownerID"]` for a key, `["seatID", "row"]` for a part of one.
  public var path: [String]
  /// The type of the values.
  public var type: ColumnType
  /// Whether the column may be null.
  public var isNullable: Bool
  /// The value of the column if none is given; `nil` if a value is required.
  public var defaultValue: ColumnDefault?
  /// The bounds of the field and of its newtype together.
  public var constraints: ColumnConstraints
  /// Whether messages leave the value out.
  public var isSensitive: Bool
  /// The column's name before the field was renamed; `nil` if it was not.
  public var formerName: String?
  /// How another program keeps the values; `nil` for igata's own form.
  public var form: StoredForm?
  /// The lines of the field's documentation, which the table's text leaves out.
  public var documentation: [String]
  /// Whether dates with a form are read to the microsecond also where a `Date` has less, as no model has them.
  package var readsAllMicroseconds = false

  /// A column that is not null, has no default and no bounds unless said otherwise.
  @inlinable
  public init(
    _ name: String, _ path: [String], _ type: ColumnType, isNullable: Bool = false,
    default defaultValue: ColumnDefault? = nil, constraints: ColumnConstraints = .none, isSensitive: Bool = false,
    formerName: String? = nil, form: StoredForm? = nil, documentation: [String] = []
  ) {
    self.name = name
    self.path = path
    self.type = type
    self.isNullable = isNullable
    self.defaultValue = defaultValue
    self.constraints = constraints
    self.isSensitive = isSensitive
    self.formerName = formerName
    self.form = form
    self.documentation = documentation
  }

  /// A column of a scalar that is not null, has no default and no bounds unless said otherwise.
  public init(
    _ name: String, _ path: [String], _ scalar: Scalar, isNullable: Bool = false,
    default defaultValue: ColumnDefault? = nil, constraints: ColumnConstraints = .none, isSensitive: Bool = false,
    formerName: String? = nil
  ) {
    self.init(
      name, path, ColumnType(scalar), isNullable: isNullable, default: defaultValue, constraints: constraints,
      isSensitive: isSensitive, formerName: formerName)
  }
}
