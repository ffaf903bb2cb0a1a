public import IgataSchema

/// A kind of output.
public enum Target: String, CaseIterable, Hashable, Sendable {
  case swift, sql
  /// Classes for Realm.
  case realm
  /// Classes for SwiftData.
  case swiftdata
  /// DDL for PostgreSQL with Citus, which distributes the tables over several servers.
  case citus
  /// An OpenAPI document with the JSON Schema of each type.
  case openapi
  /// TypeScript types of the models as JSON.
  case typescript
  /// Kotlin classes of the models as JSON.
  case kotlin
  /// The custom outputs.
  case outputs
}

/// An SQL engine for which DDL is generated.
public enum Dialect: String, CaseIterable, Hashable, Sendable {
  case sqlite, postgresql
}

/// The access level of the generated Swift declarations.
public enum AccessLevel: String, CaseIterable, Hashable, Sendable {
  case `public`, package, `internal`

  /// The modifier before a declaration: `public `, `package ` or an empty string.
  var modifier: String { self == .internal ? "" : rawValue + " " }
}

/// The options of a generation.
public struct GenerationOptions: Hashable, Sendable {
  public var targets: [Target]
  public var dialects: [Dialect]
  public var access: AccessLevel
  /// How tables and columns are named if `@table` and `@column` don't name them.
  public var names: NamingRules
  /// The custom outputs, which ``Target/outputs`` writes.
  public var outputs: [CustomOutput]
  /// The name of the enum that lists all models. If `nil`, it is derived from the only file, or from ``folder`` if
  /// there are several.
  public var schemaName: String?
  /// The name of the folder that contains all schema files.
  public var folder: String

  public init(
    targets: [Target] = [.swift, .sql], dialects: [Dialect] = [.sqlite], access: AccessLevel = .public,
    names: NamingRules = NamingRules(),
    outputs: [CustomOutput] = [], schemaName: String? = nil, folder: String = ""
  ) {
    self.targets = targets
    self.dialects = dialects
    self.access = access
    self.names = names
    self.outputs = outputs
    self.schemaName = schemaName
    self.folder = folder
  }
}
