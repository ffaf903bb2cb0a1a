import IgataDiagnostics
import IgataEvolution
import IgataSchema
import IgataSyntax
import IgataTables
import IgataTemplateLanguage

/// The facts about a schema that its documentation shows.
final class DocsScope: Sendable {
  let schema: Schema
  let selection: DocsSelection
  let options: DocsOptions
  /// The declarations as the Swift and SQL targets see them.
  let generation: GenerationScope
  /// For each model, the relations that lead to it.
  let incoming: [[IncomingRelation]]
  let cascades: Cascades
  /// For each model, the relations to it whose rows stay when its rows are deleted.
  let survivors: [[SurvivingRelation]]
  /// For each type, the fields of that type.
  let uses: TypeUses
  let title: String
  /// The names of the models, and below those of the enums, in a diagram whose language doesn't distinguish case.
  let modelKeys: [String]
  let enumKeys: [String]
  /// The first digits of the SHA-256 of the schema's files.
  let digest: String
  let fileNames: [String]
  private let files: [SourceFile]
  private let lines: [LineTable]
  /// The range of each declaration, by the range of its name.
  private let declarations: [SourceRange: SourceRange]

  init(_ compilation: Compilation, _ sources: Sources, _ selection: DocsSelection, _ options: DocsOptions) {
    schema = compilation.schema
    self.selection = selection
    self.options = options
    generation = GenerationScope(schema: schema, access: .internal)
    incoming = schema.incomingRelations
    cascades = Cascades(schema)
    survivors = SurvivingRelation.all(schema, incoming, selection)
    uses = TypeUses(schema, selection)
    files = sources.schemasByPath
    fileNames = files.map(\.name)
    lines = files.map(LineTable.init)
    title = options.title ?? Self.title(of: files, in: options.folder)
    let keys = CaselessKeys.of(schema.models.map(\.name) + schema.enums.map(\.name))
    modelKeys = Array(keys.prefix(schema.models.count))
    enumKeys = Array(keys.dropFirst(schema.models.count))
    var declarations: [SourceRange: SourceRange] = [:]
    for declaration in compilation.trees.flatMap(\.declarations) {
      if let name = declaration.name { declarations[name.range] = declaration.range }
    }
    self.declarations = declarations
    let bytes = files.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }.flatMap(\.bytes)
    digest = String(SHA256.digest(of: bytes.filter { $0 != UInt8(ascii: "\r") }).prefix(12))
  }

  private static func title(of files: [SourceFile], in folder: String) -> String {
    guard files.count == 1, let name = files.first?.name, name != "stdin" else {
      return folder.isEmpty ? "Schema" : folder
    }
    let base = name.split(separator: "/").last.map(String.init) ?? name
    return Sources.withoutEnding(base)
  }

  /// The fields of a model that store relations.
  func relations(ofModel index: Int) -> [Int] {
    schema.models[index].fields.indices.filter { schema.models[index].fields[$0].storedTarget != nil }
  }

  /// The names of the files in a diagram: without folders, if they differ without them, and without endings.
  var fileTitles: [String] {
    let short = files.map { Sources.withoutEnding($0.name.split(separator: "/").last.map(String.init) ?? $0.name) }
    return Set(short).count == short.count ? short : files.map { Sources.withoutEnding($0.name) }
  }

  func fileName(of origin: Origin) -> String { fileNames.indices.contains(origin.file) ? fileNames[origin.file] : "" }

  /// The names of a model's fields, for a diagram whose language doesn't distinguish case.
  func fieldKeys(ofModel index: Int) -> [String] {
    let names = schema.models[index].fields.map(\.name)
    // Only this form has them.
    return options.format == .d2 ? CaselessKeys.of(names) : names
  }

  /// `household.igata:12`
  func location(of origin: Origin) -> String {
    guard lines.indices.contains(origin.file) else { return "" }
    return "\(files[origin.file].name):\(lines[origin.file].position(at: origin.range.start).line)"
  }

  /// The text of a declaration in its file.
  func source(of origin: Origin) -> [UInt8] {
    guard let range = declarations[origin.range], files.indices.contains(range.file) else { return [] }
    return files[range.file].bytes[range.start..<range.end].filter { $0 != UInt8(ascii: "\r") }
  }
}
