import IgataRuntime
import IgataSQLite
import IgataTesting

private enum AppSchema: MigratingSchema {
  static var models: [any PersistableModel.Type] { [] }
  static var migrations: SchemaMigrations { SchemaMigrations(models: models) }
}
