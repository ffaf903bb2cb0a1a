import IgataDiagnostics
import IgataSyntax
import IgataTables

/// An attribute whose name, target and arguments are valid.
struct Attribute {
  enum Argument {
    case none
    case text(String, SourceRange)
    /// Names in SQL, at least one.
    case texts([String])
    case name(NameSyntax)
    /// Names of fields, at least one.
    case fields([NameSyntax])
    case names([String])
    case deleteRule(DeleteRule, SourceRange)
    case updateRule(UpdateRule)
    case bounds(BoundsSyntax)
    case precision(Int, Int)
    case swiftType(SwiftTypeName)
    /// Former names, at least one.
    case formerNames([FormerName])
    case backfill(BackfillArgument)
    /// The name of a form and what is in parentheses after it.
    case storedForm(String, String?)
    /// Invalid arguments, which have been reported.
    case broken
  }

  var kind: AttributeKind
  var argument: Argument
  /// The range of the name, for findings about the attribute.
  var name: SourceRange
  /// The range of the whole attribute.
  var range: SourceRange

  var text: String? {
    if case .text(let text, _) = argument { text } else { nil }
  }

  var texts: [String] {
    if case .texts(let texts) = argument { texts } else { [] }
  }

  var fields: [NameSyntax] {
    if case .fields(let names) = argument { names } else { [] }
  }

  var isBroken: Bool {
    if case .broken = argument { true } else { false }
  }
}

/// The bounds of `@length` and `@range` in the source.
struct BoundsSyntax {
  var lower: LiteralSyntax?
  var upper: LiteralSyntax?
  var isHalfOpen: Bool
  var range: SourceRange
}

extension [Attribute] {
  func text(of kind: AttributeKind) -> String? { first { $0.kind == kind }?.text }

  /// The names that `@renamed` gives.
  var formerNames: [FormerName] {
    if case .formerNames(let names)? = first(where: { $0.kind == .renamed })?.argument { names } else { [] }
  }

  /// The type that `@swift` names.
  var swiftType: SwiftTypeName? {
    if case .swiftType(let type)? = first(where: { $0.kind == .swift })?.argument { type } else { nil }
  }

  func has(_ kind: AttributeKind) -> Bool { contains { $0.kind == kind } }

  /// The rules that `@allow` names.
  var allowedRules: [String] {
    if case .names(let names)? = first(where: { $0.kind == .allow })?.argument { names } else { [] }
  }
}
