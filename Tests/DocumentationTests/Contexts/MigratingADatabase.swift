import IgataRuntime
import IgataSQLite

private enum AppSchema: MigratingSchema {
  static var models: [any PersistableModel.Type] { [] }
  static var migrations: SchemaMigrations { SchemaMigrations(models: models) }
}
private enum ComputedSchema: VersionedSchema {
  static var models: [any PersistableModel.Type] { [] }
  static var versions: SchemaMigrations { SchemaMigrations(models: models) }
  static func migrations(
    initials: @escaping @Sendable (String, String) throws -> String
  ) -> SchemaMigrations {
    versions.calling([MigrationFunction("initials", initials)])
  }
}
private actor Splash { func show(_ fraction: Double) {} }
private let splash = Splash()
