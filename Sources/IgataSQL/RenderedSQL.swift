@_spi(Backend) public import IgataRuntime
public import IgataTables

/// A statement in SQL as it is sent: its text with placeholders, and the values that are bound to them.
@_spi(Backend) public struct RenderedSQL: Sendable {
  /// A value that is bound, and the type of a column that holds such values.
  public typealias Value = (value: StoredValue, type: ColumnType)

  /// The text, in which null stands for itself.
  public private(set) var text = ""
  /// The values of the placeholders, in the order of the text. None is null.
  public private(set) var values: [Value] = []
  /// The first keyword, in uppercase.
  public private(set) var keyword = ""
  /// The word after it, in uppercase; empty if there is none.
  public private(set) var secondKeyword = ""

  /// What the databases accept by default.
  private static let mostValues = 32_000

  /// Throws ``StoreError/unsupportedQuery(expression:reason:)`` if there is no statement, if the text has placeholders
  /// of its own, and if something is interpolated into a literal, a name or a comment, where it would not be read as a
  /// value or a name; and ``StoreError/unstorable(model:field:reason:)`` for a value that no store can store.
  public init(_ sql: SQL, _ dialect: some QueryDialect) throws(StoreError) {
    func refusal(_ reason: String) -> StoreError { .unsupportedQuery(expression: sql.description, reason: reason) }
    var interpolations: [Range<Int>] = []
    func append(_ token: String) {
      let start = text.utf8.count
      text += token
      interpolations.append(start..<text.utf8.count)
    }
    for part in sql.parts {
      switch part {
      case .text(let part): text += part
      case .identifier(let name): append(dialect.identifier(name))
      case .value(.null, _): append("NULL")
      case .value(let value, let type):
        values.append((value, type))
        append(dialect.parameter(values.count))
      case .unstorable(let reason): throw .unstorable(model: "", field: "", reason: reason)
      }
    }
    if text.utf8.contains(0) { throw refusal("it contains NUL, at which a database would stop reading") }
    if values.count > Self.mostValues { throw refusal("it has more than \(Self.mostValues) values: run several") }
    let tokens = sqlTokens(of: text, dialect.lexicalRules)
    let keywords = tokens.lazy.compactMap { if case .word(let word) = $0.token { word } else { nil } }
    guard let first = keywords.first else { throw refusal("it has no statement") }
    keyword = first.uppercased()
    secondKeyword = keywords.dropFirst().first?.uppercased() ?? ""
    if let problem = Self.problem(tokens, interpolations) { throw refusal(problem) }
  }

  /// What is wrong with the tokens; `nil` if each interpolation is a token of its own, and no others are placeholders.
  private static func problem(
    _ tokens: [(token: SQLToken, range: Range<Int>)], _ interpolations: [Range<Int>]
  ) -> String? {
    var remaining = interpolations[...]
    for (token, range) in tokens {
      if let next = remaining.first, next.lowerBound < range.upperBound {
        guard next == range else { break }
        remaining.removeFirst()
      } else if case .parameter(let text) = token {
        return "the text has the placeholder '\(text)': interpolate the value, and it is bound"
      }
    }
    if remaining.isEmpty { return nil }
    return "a value or a name is interpolated into a literal, a quoted name, a word or a comment: interpolate it by "
      + "itself, without quotes, and concatenate texts in SQL (LIKE '%' || …)"
  }
}

@_spi(Backend) extension StoreError {
  /// The error of a statement that writes where only a query can be run.
  public static func writingSQL(_ sql: SQL) -> StoreError {
    .unsupportedQuery(
      expression: sql.description,
      reason: "it is no query, or one that writes: use 'execute', which discards the rows that it returns")
  }

  /// The error of a statement that creates something temporary with the name of a table.
  public static func hidingSQL(_ sql: SQL, _ table: TableDescription) -> StoreError {
    .unsupportedQuery(
      expression: sql.description, reason: "it hides the table of \(table.model): choose another name")
  }
}
