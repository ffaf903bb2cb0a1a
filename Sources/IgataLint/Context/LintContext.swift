public import IgataSchema
public import IgataSyntax

/// What a rule looks at: the schema with its links back to the source, and what the project has set for the rule.
public struct LintContext: Sendable {
  public let index: SchemaIndex
  /// What is generated, as far as rules depend on it.
  public let targets: LintTargets
  let values: [String: LintOption.Value]

  public var schema: Schema { index.schema }
  /// In the order of the run's files; the `file` of a range is an index into it.
  public var trees: [SyntaxTree] { index.trees }
  /// The fields of all models and structs, those of one owner together and in order.
  public var fields: [LintField] { index.fields }
  /// Parallel to the schema's array, as are the following.
  public var models: [LintModel] { index.models }
  public var structs: [LintStruct] { index.structs }
  public var enums: [LintEnum] { index.enums }
  public var newtypes: [LintNewtype] { index.newtypes }
  /// Every name that is declared.
  public var names: [LintName] { index.names }

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

/// What is generated from the schema, as far as rules depend on it.
public struct LintTargets: Hashable, Sendable {
  /// The SQL engines, sorted by name.
  public var dialects: [SQLDialect]

  public init(dialects: [SQLDialect] = [.sqlite]) {
    self.dialects = SQLDialect.allCases.filter(dialects.contains)
  }
}

/// A SQL engine, as far as rules tell them apart.
public enum SQLDialect: String, Hashable, Sendable, CaseIterable {
  case postgresql, sqlite

  /// As messages call it.
  public var title: String {
    switch self {
    case .postgresql: "PostgreSQL"
    case .sqlite: "SQLite"
    }
  }
}
