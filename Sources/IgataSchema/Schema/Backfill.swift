public import IgataDiagnostics

/// `@backfill(…)`: the value that an existing row gets where its own doesn't fit.
public struct Backfill: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// A literal, `.case`, `uuid()`, `uuid7()` or `now()`; for a relation, the key of its target.
    case value(DefaultValue)
    /// The old number, rounded half to even.
    case rounded
    /// The old number without the decimal places that don't fit, or the beginning of the old text.
    case truncated
    /// The bound that is nearest to the old number, or the beginning of the old text.
    case clamped
    /// SQL for each dialect; `nil` for one without. One text for all dialects is in both.
    case sql(sqlite: BackfillSQL?, postgresql: BackfillSQL?)
    /// A function that the program gives, with fields of the old model as its arguments.
    case swift(function: String, arguments: [FieldReference])
    /// No row needs a value.
    case none
  }

  /// Whether the value is made of the old one, so that a row without one gets none.
  public var needsOldValue: Bool {
    switch kind {
    case .rounded, .truncated, .clamped: true
    case .value, .sql, .swift, .none: false
    }
  }

  public var kind: Kind
  /// The range of the attribute.
  public var range: SourceRange

  public init(_ kind: Kind, range: SourceRange) {
    self.kind = kind
    self.range = range
  }
}

/// SQL in which fields of the old model are written in braces: `{name}`, `{home.city}`, and `{value}` for the old
/// value.
public struct BackfillSQL: Hashable, Sendable {
  public enum Piece: Hashable, Sendable {
    case text(String)
    case field(FieldReference)
    case value
  }

  public var pieces: [Piece]

  public init(pieces: [Piece]) { self.pieces = pieces }

  /// The SQL as the attribute has it.
  public var text: String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text.replacing("{", with: "{{").replacing("}", with: "}}")
      case .field(let field): "{\(field.text)}"
      case .value: "{value}"
      }
    }.joined()
  }
}

/// A field of the old model, by its name and those of the structs around it.
public struct FieldReference: Hashable, Sendable {
  public var path: [String]
  public var range: SourceRange

  /// The reference as it is between the braces. A field that is called `value` is in backticks.
  public var text: String { path == ["value"] ? "`value`" : path.joined(separator: ".") }
}
