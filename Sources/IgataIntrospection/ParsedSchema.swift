internal import IgataDiagnostics
@_spi(Backend) internal import IgataSQL
internal import IgataSchema
internal import IgataSyntax

/// A schema that was written earlier, and the names by which its tables and columns are found.
struct ParsedSchema {
  let text: String
  let file: SourceFile
  let schema: Schema
  let declarations: [DeclarationSyntax]
  let errors: [Diagnostic]
  /// The models of tables that another program makes.
  let models: [ExternalModel]
  private let dialect: any CatalogDialect
  /// The numbers of the external models, by the names of their tables.
  private let tables: [String: Int]

  init(_ text: String, _ names: NamingRules, _ dialect: any CatalogDialect) {
    self.text = text
    file = SourceFile(name: "schema.igata", text: text)
    let (tree, syntaxErrors) = parse(file, file: 0)
    let (schema, findings) = resolve([tree], options: ResolveOptions(names: names), syntaxErrors: syntaxErrors)
    errors = (syntaxErrors + findings).filter { $0.severity == .error }
    (self.schema, declarations, self.dialect) = (schema, tree.declarations, dialect)
    let syntax = tree.declarations.compactMap(\.modelSyntax)
    let owners = Dictionary(syntax.map { ($0.name?.text ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    models = schema.models.enumerated().compactMap { number, model in
      model.isExternal ? owners[model.name].map { ExternalModel(model, number, $0, dialect) } : nil
    }
    tables = Dictionary(
      models.enumerated().map { (dialect.canonicalName($1.model.table), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The lines without the spaces in front.
  var lines: [String] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      String(decoding: line.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
    }
  }

  var owners: [OwnerSyntax] { declarations.compactMap(\.modelSyntax) }

  /// The table and the name of each column.
  var columns: Set<[String]> {
    Set(models.flatMap { known in known.model.columns.map { [known.model.table, $0.name].map(dialect.canonicalName) } })
  }

  func model(of table: String) -> ExternalModel? { tables[dialect.canonicalName(table)].map { models[$0] } }

  /// The enum of a field, or of the elements of a list.
  func enumeration(of field: Field) -> EnumType? {
    switch field.kind {
    case .value(.enumeration(let number), _), .list(.enumeration(let number)): schema.enums[number]
    default: nil
    }
  }

  func typeSyntax(_ name: String) -> TypeSyntax? {
    declarations.lazy.compactMap { if case .type(let syntax) = $0 { syntax } else { nil } }
      .first { $0.name?.text == name }
  }

  func enumSyntax(_ name: String) -> EnumSyntax? {
    declarations.lazy.compactMap { if case .enum(let syntax) = $0 { syntax } else { nil } }
      .first { $0.name?.text == name }
  }
}

extension DeclarationSyntax {
  fileprivate var modelSyntax: OwnerSyntax? { if case .model(let syntax) = self { syntax } else { nil } }
}

/// A model of a table that another program makes.
struct ExternalModel {
  let model: Model
  /// The index of the model in the schema.
  let number: Int
  let syntax: OwnerSyntax
  /// The columns of each field, as they are compared. Those of a linked relation belong to other fields, too.
  let columns: [[String]]
  /// The fields by their columns.
  private let fields: [[String]: Int]

  fileprivate init(_ model: Model, _ number: Int, _ syntax: OwnerSyntax, _ dialect: any CatalogDialect) {
    (self.model, self.number, self.syntax) = (model, number, syntax)
    let names = model.columns.map { dialect.canonicalName($0.name) }
    var columns = Array(repeating: [String](), count: model.fields.count)
    for (column, name) in zip(model.columns, names) { columns[column.field].append(name) }
    var linked: [[String]: Int] = [:]
    for key in model.foreignKeys where key.isLinked {
      columns[key.field] = key.columns.map { names[$0] }
      linked[columns[key.field]] = key.field
    }
    self.columns = columns
    let own = columns.enumerated().filter { !$1.isEmpty && linked[$1] != $0 }.map { ($1, $0) }
    let written = Set(syntax.members.compactMap { if case .field(let field) = $0 { field.name.text } else { nil } })
    // A relation that refers to other fields than the key has a field for its column, which isn't in the text.
    fields = Dictionary(own, uniquingKeysWith: { first, _ in first }).merging(linked) { own, linked in
      written.contains(model.fields[own].name) ? own : linked
    }
  }

  /// The field that has exactly these columns.
  func field(of columns: [String]) -> Int? { fields[columns] }
}

extension OwnerSyntax {
  func field(_ name: String) -> FieldSyntax? {
    members.lazy.compactMap { if case .field(let field) = $0 { field } else { nil } }.first { $0.name.text == name }
  }
}

extension FieldSyntax {
  func has(_ attribute: AttributeKind) -> Bool { attributes.has(attribute.rawValue) }
}

extension TypeReferenceSyntax {
  /// The name of the type without `?` and `[]`.
  var base: NameSyntax? {
    switch self {
    case .named(let name, _, _): name
    case .list(let type, _), .optional(let type, _): type.base
    }
  }
}
