/// A schema of which versions were sealed. ``Store/prepare(_:)-(Schema.Type)`` records the version of a new database,
/// and throws ``StoreError/migrationNeeded(from:to:)`` for one of an older version.
///
/// If a version calls functions of the program, the schema has a function `migrations`, whose parameters they are, for
/// ``Store/migrate(_:options:progress:)-(SchemaMigrations,_,_)``. Otherwise it is a ``MigratingSchema``.
public protocol VersionedSchema: PersistableSchema {
  /// The versions of the schema, without the functions that they call.
  static var versions: SchemaMigrations { get }
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
  /// The versions from 1 on for SQLite databases, without gaps. The last one may not be sealed yet.
  public let sqlite: [SchemaVersion]
  /// The same versions for PostgreSQL databases; empty if their scripts aren't compiled in.
  public let postgresql: [SchemaVersion]
  /// The functions of the program that versions call.
  public private(set) var functions: [MigrationFunction] = []

  /// The versions of a schema, for one kind of database or for both.
  public init(
    models: [any PersistableModel.Type], sqlite: [SchemaVersion] = [], postgresql: [SchemaVersion] = []
  ) {
    self.models = models
    self.sqlite = sqlite
    self.postgresql = postgresql
  }

  /// The same versions, with the functions of the program that they call. A version is refused if one of its functions
  /// is missing.
  public func calling(_ functions: [MigrationFunction]) -> SchemaMigrations {
    var result = self
    result.functions += functions
    return result
  }

  /// The number of the newest version; 0 if there is none.
  public var newest: Int { max(sqlite.count, postgresql.count) }
}
