public import IgataDiagnostics

/// A member of a model or a struct.
public enum MemberSyntax: Sendable {
  case field(FieldSyntax)
  case constraint(ConstraintSyntax)
  case reserved(ReservedSyntax)
  case distribution(DistributionSyntax)

  package var range: SourceRange {
    switch self {
    case .field(let syntax): syntax.range
    case .constraint(let syntax): syntax.range
    case .reserved(let syntax): syntax.range
    case .distribution(let syntax): syntax.range
    }
  }
}

/// `let name: Type = default attributes…`
///
/// A class, because most of a schema is fields, which all stages share. A field is immutable.
public final class FieldSyntax: Sendable {
  public let documentation: DocumentationSyntax?
  /// Whether the field is declared with `let`.
  public let isConstant: Bool
  public let name: NameSyntax
  /// `nil` if the type is missing or invalid, which has been reported.
  public let type: TypeReferenceSyntax?
  public let defaultValue: ExpressionSyntax?
  public let attributes: [AttributeSyntax]
  public let range: SourceRange

  public init(
    documentation: DocumentationSyntax?, isConstant: Bool, name: NameSyntax, type: TypeReferenceSyntax?,
    defaultValue: ExpressionSyntax?, attributes: [AttributeSyntax], range: SourceRange
  ) {
    self.documentation = documentation
    self.isConstant = isConstant
    self.name = name
    self.type = type
    self.defaultValue = defaultValue
    self.attributes = attributes
    self.range = range
  }
}

/// `primaryKey(a, b)`, `unique(a, b)`, `index(a, lower(b) desc, name: "…", where: a > 1)`, `check(a > 1)`
public struct ConstraintSyntax: Sendable {
  public enum Kind: String, Sendable, CaseIterable {
    case primaryKey, unique, index, check

    /// Those that consist of fields.
    public static let ofFields: [Kind] = [.primaryKey, .unique, .index]
  }

  public struct Column: Sendable {
    /// The word after a column whose greatest values come first.
    package static let descending = "desc"

    /// The name before the parentheses in `lower(name)`.
    public var function: NameSyntax?
    public var name: NameSyntax
    /// Whether `desc` follows.
    public var isDescending: Bool

    /// The column without its direction, as the source has it: `name` or `lower(name)`.
    public var text: String { function.map { "\($0.text)(\(name.text))" } ?? name.text }
  }

  public var kind: Kind
  public var keyword: SourceRange
  public var columns: [Column]
  /// The labeled arguments: `name:`, `using:`, `where:` and any others in the source. The condition of a `check` has no
  /// label.
  public var options: [ArgumentSyntax]
  public var range: SourceRange
}

/// `reserved iban, bic`, in a declaration or outside of all of them
public struct ReservedSyntax: Sendable {
  public var names: [NameSyntax]
  public var range: SourceRange
}

/// `distribute(by: owner)` or `reference`
public struct DistributionSyntax: Sendable {
  public enum Keyword: String, Sendable, CaseIterable {
    case distribute, reference
  }

  public var keyword: Keyword
  /// The field after `by:`. `nil` for `reference`, and if it is missing, which has been reported.
  public var field: NameSyntax?
  public var range: SourceRange
}

/// `@name` or `@name(arguments)`
public struct AttributeSyntax: Sendable {
  /// The name without `@`. Its range doesn't include the `@` either.
  public var name: NameSyntax
  /// `nil` if there are no parentheses.
  public var arguments: [ArgumentSyntax]?
  /// From the `@` to the closing parenthesis.
  public var range: SourceRange
}

/// One argument in parentheses, with or without `label:`.
public struct ArgumentSyntax: Sendable {
  public var label: NameSyntax?
  public var value: ExpressionSyntax
  public var range: SourceRange
}
