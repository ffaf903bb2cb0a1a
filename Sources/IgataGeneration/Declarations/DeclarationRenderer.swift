public import IgataSchema
import IgataTables
import IgataTemplateLanguage

/// Renders single declarations of a schema as they are in the generated files.
///
/// The declarations of other files aren't rendered, so that it takes little time in a large schema.
public struct DeclarationRenderer: Sendable {
  private let scope: GenerationScope
  private let templates: DeclarationTemplates

  /// - Parameter schema: A schema without errors.
  public init(_ schema: Schema, access: AccessLevel, templates: DeclarationTemplates) {
    scope = GenerationScope(schema: schema, access: access)
    self.templates = templates
  }

  /// The generated Swift of an enum, a newtype, a struct or a model; `nil` if there is none, or a template fails.
  public func swift(_ declaration: NameUse.Declaration) -> String? {
    let view = scope.fileView(of: FileDeclarations(only: declaration), source: "", schemaName: nil)
    var renderer = renderer
    return render(DeclarationTemplates.swift, view, &renderer)
  }

  /// The statements that create the table of a model, its join tables and its indexes; `nil` if a template fails.
  public func createTable(ofModel index: Int, _ dialect: Dialect) -> String? {
    let (name, sql): (String, any SQLDialect) =
      switch dialect {
      case .sqlite: ("sqlite/table", SQLiteDialect())
      case .postgresql: ("postgresql/table", PostgreSQLDialect())
      }
    let created = CreatedTables(scope, [index])
    var tables: [String] = []
    var renderer = renderer
    for number in 0..<created.count {
      let definition = created.definition(number, in: sql)
      let statement = definition.createTable { created.isLater($0, than: number) }
      guard let text = render(name, GenerationScope.view(definition, statement), &renderer) else { return nil }
      tables.append(text)
    }
    return tables.joined(separator: "\n")
  }

  private var renderer: Renderer {
    Renderer(templates.set, options: RenderOptions(mode: .strict, escape: .none).forEditors)
  }

  private func render(_ template: String, _ view: Record, _ renderer: inout Renderer) -> String? {
    var bytes: [UInt8] = []
    do throws(RenderError) {
      try renderer.render(template, view, into: &bytes)
    } catch {
      return nil
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
