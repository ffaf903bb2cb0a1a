/// A schema of which versions were sealed. ``Store/prepare(_:)-(Schema.Type)`` records the version of a new database, and
/// throws ``StoreError/migrationNeeded(from:to:)`` for one of an older version.
///
/// If a version calls functions of the program, the schema has a function `migrations`, whose parameters they are, for
/// ``Store/migrate(_:options:progress:)-(SchemaMigrations,_,_)``. Otherwise it is a ``MigratingSchema``.
public protocol VersionedSchema: PersistableSchema {
  /// The versions from 1 on, without gaps.
  static var versions: [SchemaVersion] { get }
}

/// A schema whose versions need nothing from the program: ``Store/migrate(_:options:progress:)-(Schema.Type,_,_)``
/// brings a database from any of them to the newest one.
public protocol MigratingSchema: PersistableSchema {
  /// The versions of the schema.
  static var migrations: SchemaMigrations { get }
}

/// The versions of a schema, and the models of the newest one. Generated code makes it.
public struct SchemaMigrations: Sendable {
  /// The models of the newest version.
  public let models: [any PersistableModel.Type]
  /// The versions from 1 on, without gaps. The last one may not be sealed yet.
  public let versions: [SchemaVersion]
  /// The functions of the program that versions call.
  public let functions: [MigrationFunction]

  /// The versions of a schema; there is at least one. A version whose functions are missing is refused.
  public init(
    models: [any PersistableModel.Type], versions: [SchemaVersion], functions: [MigrationFunction] = []
  ) {
    self.models = models
    self.versions = versions
    self.functions = functions
  }
}
