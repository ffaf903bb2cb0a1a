internal import IgataDiagnostics
package import IgataSchema
internal import IgataSyntax
internal import IgataTables

/// The text of a schema, and what each of its lines belongs to.
package struct SchemaFile {
  /// What a line of a model describes.
  enum Part: Hashable {
    case whole
    /// A line of a key, of a unique constraint or of an index.
    case member(Member)
    case field(Int)
    /// A line of an enum, by its name.
    case enumeration(String)

    var isOfModel: Bool { if case .enumeration = self { false } else { true } }
  }

  enum Member: Hashable {
    case key
    case unique(Int)
    case index(Int)
  }

  private(set) var lines: [String] = []
  /// The model and the part of each line; `nil` for a line of none.
  private(set) var owners: [(model: Int, part: Part)?] = []
  private let schema: IntrospectedSchema
  private let rules: NamingRules

  /// - Parameter heading: The lines at the beginning, without `//`.
  package init(_ schema: IntrospectedSchema, _ names: NamingRules, heading: [String] = []) {
    self.schema = schema
    rules = names
    for text in heading { add("// " + text) }
    writeEnums()
    for index in schema.models.indices { write(index) }
  }

  var text: String { lines.map { $0 + "\n" }.joined() }

  /// The text in the canonical layout.
  package var formatted: String { format(parse(source, file: 0).tree) }

  var source: SourceFile { SourceFile(name: "introspected.igata", text: text) }

  private mutating func add(_ line: String, _ owner: (Int, Part)? = nil) {
    lines.append(line)
    owners.append(owner)
  }

  private mutating func writeEnums() {
    for (_, declared) in schema.enums {
      guard let user = schema.models.firstIndex(where: { $0.fields.contains { $0.isValue(of: declared.name) } }) else {
        continue
      }
      if !lines.isEmpty { add("") }
      for line in declared.lines() { add(line, (user, .enumeration(declared.name))) }
    }
  }

  private mutating func write(_ index: Int) {
    let model = schema.models[index]
    if !lines.isEmpty { add("") }
    for line in model.documentation { add(Self.documentation(line), (index, .whole)) }
    let table = rules.table(of: model.name) == model.table ? "" : " @table(\(stringLiteral(model.table)))"
    let attributes = table + (schema.isExternal ? " @external" : "") + (model.isReadOnly ? " @readOnly" : "")
    add("model \(nameText(model.name))\(attributes) {", (index, .whole))
    for number in model.fields.indices {
      for line in model.fields[number].documentation { add("  " + Self.documentation(line), (index, .field(number))) }
      add("  " + line(of: number, in: model), (index, .field(number)))
    }
    writeMembers(of: index, model)
    add("}")
  }

  private mutating func writeMembers(of index: Int, _ model: IntrospectedModel) {
    var members: [(Member, String)] = []
    if let line = keyLine(of: index) { members.append((.key, line)) }
    for (number, unique) in model.uniques.enumerated() where model.loneField(of: unique) == nil {
      members.append((.unique(number), "unique(\(names(of: unique, in: model)))"))
    }
    for (number, parts) in model.indexes.enumerated() where !model.hasIndexAttribute(number) {
      // A foreign key has an index anyway.
      if case .relation? = model.loneField(of: parts.map(\.column)).map({ model.fields[$0].kind }) { continue }
      let columns = parts.map { names(of: [$0.column], in: model) + ($0.isDescending ? " desc" : "") }
      members.append((.index(number), "index(\(columns.joined(separator: ", ")))"))
    }
    if !members.isEmpty { add("") }
    for (member, text) in members { add("  " + text, (index, .member(member))) }
  }

  /// The fields of some columns, each once.
  private func names(of columns: [String], in model: IntrospectedModel) -> String {
    var names: [String] = []
    for column in columns {
      guard let field = model.field(of: column) else { continue }
      let name = nameText(model.fields[field].name)
      if !names.contains(name) { names.append(name) }
    }
    return names.joined(separator: ", ")
  }

  /// The lines of a model.
  func lines(ofModel index: Int) -> [String] {
    guard let first = owners.firstIndex(where: { $0?.model == index && $0?.part.isOfModel == true }) else { return [] }
    return Array(lines[first...].prefix { $0 != "}" }) + ["}"]
  }

  /// The line of a key of several fields.
  func keyLine(of index: Int) -> String? {
    let model = schema.models[index]
    return model.keyField == nil ? "primaryKey(\(names(of: model.key, in: model)))" : nil
  }

  /// The line of a field.
  func line(of number: Int, in model: IntrospectedModel) -> String {
    let field = model.fields[number]
    let isKey = model.keyField == number
    var words = [(isKey ? "let " : "") + nameText(field.name) + ":"]
    switch field.kind {
    case .value(let type):
      words.append(type + (field.isOptional ? "?" : ""))
      if let text = field.defaultText { words.append("= \(text)") }
      let column = field.columns[0]
      if rules.column(of: field.name) != column { words.append("@column(\(stringLiteral(column)))") }
    case .relation(let relation): words += self.words(of: relation, field)
    case .inverse(let table, let name):
      let target = nameText(self.model(of: table)?.name ?? "")
      words.append(field.isOptional ? "\(target)?" : "[\(target)]")
      words.append("@inverse(\(nameText(name)))")
    case .list(let table, let joinTable):
      words.append("[\(nameText(self.model(of: table)?.name ?? ""))]")
      words.append("@joinTable(\(stringLiteral(joinTable)), \"A\", \"B\") @unordered @onUpdate(cascade)")
    }
    if isKey { words.append("@primaryKey") }
    if !field.columns.isEmpty, !isKey, model.uniques.contains(where: { model.loneField(of: $0) == number }) {
      words.append("@unique")
    } else if model.indexes.indices.contains(where: { model.hasIndexAttribute($0) && model.indexField($0) == number }) {
      words.append("@index")
    }
    words += field.attributes
    let comment = field.comment.map { "  // " + Self.oneLine($0) } ?? ""
    return words.joined(separator: " ") + comment
  }

  private func words(of relation: IntrospectedField.Relation, _ field: IntrospectedField) -> [String] {
    let target = model(of: relation.table)
    var words = [nameText(target?.name ?? "") + (field.isOptional ? "?" : "")]
    let key = relation.targetColumns.isEmpty ? target?.key ?? [] : relation.targetColumns
    if rules.foreignKey(rules.column(of: field.name), to: key) != field.columns {
      let names = field.columns.map(stringLiteral).joined(separator: ", ")
      words.append(field.columns.count == 1 ? "@column(\(names))" : "@columns(\(names))")
    }
    if !relation.targetColumns.isEmpty, let target {
      words.append("@references(\(names(of: relation.targetColumns, in: target)))")
    }
    let usual = field.isOptional ? DeleteRule.nullify : .restrict
    if let rule = relation.deleteRule, rule != usual.rawValue { words.append("@onDelete(\(rule))") }
    if let rule = relation.updateRule { words.append("@onUpdate(\(rule))") }
    return words
  }

  private func model(of table: String) -> IntrospectedModel? { schema.models.first { $0.table == table } }

  static func documentation(_ line: String) -> String {
    let text = oneLine(line)
    return text.allSatisfy(\.isWhitespace) ? "///" : "/// " + text
  }

  /// Names of a database may have any characters.
  package static func oneLine(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned: " "
      default: scalar
      }
    }))
  }
}

extension IntrospectedField {
  /// Whether it is a value of a type, or a list of them.
  func isValue(of name: String) -> Bool {
    if case .value(let type) = kind { type == name || type == "[\(name)]" } else { false }
  }
}

extension IntrospectedModel {
  /// The field that is the key by itself.
  var keyField: Int? {
    guard let field = loneField(of: key) else { return nil }
    if case .value = fields[field].kind { return field }
    return nil
  }

  /// The field that has exactly these columns.
  func loneField(of columns: [String]) -> Int? { fields.firstIndex { $0.columns == columns } }

  /// The field of an index of one value in ascending order.
  func indexField(_ number: Int) -> Int? {
    indexes[number].contains(where: \.isDescending) ? nil : loneField(of: indexes[number].map(\.column))
  }

  func hasIndexAttribute(_ number: Int) -> Bool {
    guard let field = indexField(number), case .value = fields[field].kind else { return false }
    return true
  }
}
