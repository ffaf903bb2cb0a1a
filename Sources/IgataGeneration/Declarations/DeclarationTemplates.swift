import IgataDiagnostics
import IgataTemplateLanguage

/// The templates of the outputs of single declarations, compiled once for many schemas.
public struct DeclarationTemplates: Sendable {
  /// Includes the templates of the declarations, with the views of a whole file.
  static let swift = "igata/declaration"

  let set: TemplateSet

  /// - Parameter custom: The custom templates of the project.
  /// - Returns: `nil` if a template has an error, which `igata generate` reports.
  public init?(custom: [TemplateSource]) {
    let kinds = ["enums": "enum", "newtypes": "newtype", "fixedPoints": "fixed-point", "structs": "struct"]
      .merging(["modelDeclarations": "model"]) { $1 }
    let sections = kinds.sorted { $0.key < $1.key }.map { "{{#\($0.key)}}\n{{>swift/\($0.value)}}\n{{/\($0.key)}}\n" }
    let own = TemplateSource(
      name: Self.swift, file: SourceFile(name: "\(Self.swift).mustache", text: sections.joined()))
    let roots = kinds.values.map { "swift/\($0)" } + ["sqlite/table", "postgresql/table"]
    let loaded = loadTemplates(roots, custom, own: own)
    guard !loaded.diagnostics.contains(where: { $0.severity == .error }) else { return nil }
    set = loaded.set
  }
}
