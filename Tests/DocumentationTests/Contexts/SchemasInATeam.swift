import IgataRuntime
import IgataSQLite
import Testing

private enum AppSchema: MigratingSchema {
  static var models: [any PersistableModel.Type] { [] }
  static var migrations: SchemaMigrations { SchemaMigrations(models: models) }
}
private func copy(of name: String) throws -> String { name }
