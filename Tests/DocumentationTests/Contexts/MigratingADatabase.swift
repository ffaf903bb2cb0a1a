import IgataRuntime
import IgataSQLite

private enum AppSchema: MigratingSchema {
  static var models: [any PersistableModel.Type] { [] }
  static var migrations: SchemaMigrations { SchemaMigrations(models: models, versions: []) }
}
private enum ComputedSchema: VersionedSchema {
  static var models: [any PersistableModel.Type] { [] }
  static var versions: [SchemaVersion] { [] }
  static func migrations(
    initials: @escaping @Sendable (String, String) throws -> String
  ) -> SchemaMigrations {
    SchemaMigrations(
      models: models, versions: versions, functions: [MigrationFunction("initials", initials)])
  }
}
private actor Splash { func show(_ fraction: Double) {} }
private let splash = Splash()
