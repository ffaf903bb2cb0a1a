internal import IgataTables

/// A statement in SQL, or a part of one, with the values that are bound to it.
///
/// ```swift
/// let limit = 10
/// try await store.execute("UPDATE accounts SET name = upper(name) WHERE id = \(account.id)")
/// let rich = try await store.fetch(
///   Account.self, sql: "SELECT \(columns: Account.self) FROM accounts ORDER BY initial_amount DESC LIMIT \(limit)")
/// ```
///
/// A value that is interpolated is sent separately from the text, and never becomes a part of it, whatever it contains.
/// <doc:WritingSQL> lists what else can be interpolated.
public struct SQL: Sendable, Hashable {
  /// A part of a statement.
  @_spi(Backend) public enum Part: Sendable, Hashable {
    /// Text that is sent as it is.
    case text(String)
    /// A name, which a backend quotes.
    case identifier(String)
    /// A value of a type, which a backend binds.
    case value(StoredValue, ColumnType)
    /// A value that no store can store, and why.
    case unstorable(String)
  }

  /// The parts, in the order of the text.
  @_spi(Backend) public private(set) var parts: [Part]
}

extension SQL: ExpressibleByStringInterpolation {
  /// A statement without values.
  public init(stringLiteral text: String) { parts = [.text(text)] }

  /// A statement with interpolations.
  public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  /// Collects the text and the interpolations of a statement.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    /// Reserves memory for the parts.
    public init(literalCapacity: Int, interpolationCount: Int) {
      parts.reserveCapacity(2 * interpolationCount + 1)
    }

    /// Appends text.
    public mutating func appendLiteral(_ literal: String) { append(text: literal) }

    /// Binds a value, in the form in which a column of its type stores it.
    public mutating func appendInterpolation<Value: Storable>(_ value: Value) { parts.append(value.sqlPart) }

    /// Binds a value, or appends `NULL`.
    public mutating func appendInterpolation<Value: Storable>(_ value: Value?) { parts.append(value.sqlPart) }

    /// Binds each of the values, in parentheses and separated by commas: `id IN \(values: ids)`. For no values, it is a
    /// query without rows.
    public mutating func appendInterpolation<Values: Collection>(values: Values) where Values.Element: Storable {
      append(text: "(")
      for (index, value) in values.enumerated() {
        if index > 0 { append(text: ", ") }
        parts.append(value.sqlPart)
      }
      if values.isEmpty {
        append(text: "SELECT ")
        parts.append(.value(Values.Element.sampleValue, Values.Element.columnType))
        append(text: " WHERE 1 = 0")
      }
      append(text: ")")
    }

    /// Appends a part of a statement, with its values.
    public mutating func appendInterpolation(_ sql: SQL) {
      for part in sql.parts {
        if case .text(let text) = part { append(text: text) } else { parts.append(part) }
      }
    }

    /// Appends the name of a model's table, quoted.
    public mutating func appendInterpolation<Model: PersistableModel>(_ model: Model.Type) {
      parts.append(.identifier(Model.table.name))
    }

    /// Appends the names of all columns of a model's table, quoted and separated by commas, each after the name of the
    /// table or after an alias.
    public mutating func appendInterpolation<Model: PersistableModel>(
      columns model: Model.Type, of alias: String? = nil
    ) {
      for (index, column) in Model.table.columns.enumerated() {
        if index > 0 { append(text: ", ") }
        parts.append(.identifier(alias ?? Model.table.name))
        append(text: ".")
        parts.append(.identifier(column.name))
      }
    }

    /// Appends the name of a table, a column or another object, quoted. Nothing in it is read as SQL.
    public mutating func appendInterpolation(identifier name: String) { parts.append(.identifier(name)) }

    /// Appends text as it is. Never do this with text that comes from outside the program.
    public mutating func appendInterpolation(raw text: String) { append(text: text) }

    private mutating func append(text: String) {
      if case .text(let last)? = parts.last {
        parts[parts.count - 1] = .text(last + text)
      } else if !text.isEmpty {
        parts.append(.text(text))
      }
    }
  }
}

extension SQL: ShownByDescription {
  /// The text, with `?` for each value.
  public var description: String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .identifier(let name): name.quoted(by: "\"")
      case .value, .unstorable: "?"
      }
    }.joined()
  }
}
