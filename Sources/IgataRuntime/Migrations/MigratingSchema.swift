/// A schema of which versions were sealed: ``Store/migrate(_:options:progress:)-(Schema.Type,_,_)`` brings a database
/// from any of them to the newest one.
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

  /// The versions of a schema; there is at least one.
  public init(models: [any PersistableModel.Type], versions: [SchemaVersion]) {
    self.models = models
    self.versions = versions
  }
}
