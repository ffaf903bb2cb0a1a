public import IgataSchema

/// A kind of output.
public enum Target: String, CaseIterable, Hashable, Sendable {
  case swift, sql
  /// Classes for Realm.
  case realm
  /// Classes for SwiftData.
  case swiftdata
  /// DDL for PostgreSQL with Citus, which spreads the tables over several servers.
  case citus
  /// What the user's table of outputs asks for.
  case outputs
}

/// An SQL engine whose DDL is written.
public enum Dialect: String, CaseIterable, Hashable, Sendable {
  case sqlite, postgresql
}

/// How visible the generated Swift declarations are.
public enum AccessLevel: String, CaseIterable, Hashable, Sendable {
  case `public`, package, `internal`

  /// `public `, `package ` or nothing: what stands before a declaration.
  var modifier: String { self == .internal ? "" : rawValue + " " }
}

/// What to generate, and how.
public struct GenerationOptions: Hashable, Sendable {
  public var targets: [Target]
  public var dialects: [Dialect]
  public var access: AccessLevel
  /// How tables are named after models.
  public var tableNames: TableNaming
  /// The user's own outputs, which ``Target/outputs`` writes.
  public var outputs: [CustomOutput]
  /// The name of the enum that holds all models; `nil` if it is derived, from the only file or else from ``folder``.
  public var schemaName: String?
  /// The name of the folder that all schema files are in.
  public var folder: String

  public init(
    targets: [Target] = [.swift, .sql], dialects: [Dialect] = [.sqlite], access: AccessLevel = .public,
    tableNames: TableNaming = .singular,
    outputs: [CustomOutput] = [], schemaName: String? = nil, folder: String = ""
  ) {
    self.targets = targets
    self.dialects = dialects
    self.access = access
    self.tableNames = tableNames
    self.outputs = outputs
    self.schemaName = schemaName
    self.folder = folder
  }
}
