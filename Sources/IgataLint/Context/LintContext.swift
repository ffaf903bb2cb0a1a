public import IgataSchema
public import IgataSyntax

/// The input of a rule: the schema with references to the source, and the project's settings for the rule.
///
/// A class, because it is passed for every element.
public final class LintContext: Sendable {
  public let declared: Declarations
  /// The generated outputs that rules depend on.
  public let targets: LintTargets
  private let values: [String: LintOption.Value]

  init(declared: Declarations, targets: LintTargets, values: [String: LintOption.Value]) {
    self.declared = declared
    self.targets = targets
    self.values = values
  }

  public var schema: Schema { declared.schema }
  /// The trees in the order of the run's files; the `file` of a range is an index into this array.
  public var trees: [SyntaxTree] { declared.trees }
  /// The fields of all models and structs. The fields of one owner are contiguous and in order.
  public var fields: [DeclaredField] { declared.fields }
  /// Parallel to the schema's array, like the following arrays.
  public var models: [DeclaredModel] { declared.models }
  public var structs: [DeclaredStruct] { declared.structs }
  public var enums: [DeclaredEnum] { declared.enums }
  public var newtypes: [DeclaredNewtype] { declared.newtypes }
  /// Every name that is declared.
  public var names: [DeclaredName] { declared.names }

  public func flag(_ option: LintOption) -> Bool {
    if case .flag(let flag) = values[option.name] ?? option.standard { flag } else { false }
  }

  public func count(_ option: LintOption) -> Int {
    if case .count(let count) = values[option.name] ?? option.standard { count } else { 0 }
  }

  public func words(_ option: LintOption) -> [String] {
    if case .words(let words) = values[option.name] ?? option.standard { words } else { [] }
  }
}

/// The outputs generated from the schema that rules depend on.
public struct LintTargets: Hashable, Sendable {
  /// The SQL engines, sorted by name.
  public var dialects: [SQLDialect]

  public init(dialects: [SQLDialect] = [.sqlite]) {
    self.dialects = SQLDialect.allCases.filter(dialects.contains)
  }
}

/// An SQL engine that rules distinguish.
public enum SQLDialect: String, Hashable, Sendable, CaseIterable {
  case postgresql, sqlite

  /// The name in messages.
  public var title: String {
    switch self {
    case .postgresql: "PostgreSQL"
    case .sqlite: "SQLite"
    }
  }
}
