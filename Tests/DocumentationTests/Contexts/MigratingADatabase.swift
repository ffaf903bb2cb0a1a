import IgataRuntime
import IgataSQLite

private enum AppSchema: MigratingSchema {
  static var models: [any PersistableModel.Type] { [] }
  static var migrations: SchemaMigrations { SchemaMigrations(models: models) }
}
private actor Splash { func show(_ fraction: Double) {} }
private let splash = Splash()
