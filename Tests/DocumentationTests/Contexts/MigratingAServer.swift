import IgataPostgreSQL
import IgataRuntime

private enum AppSchema: MigratingSchema {
  static var models: [any PersistableModel.Type] { [] }
  static var migrations: SchemaMigrations { SchemaMigrations(models: models) }
}
