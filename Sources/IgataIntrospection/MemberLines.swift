internal import IgataSchema
internal import IgataSyntax
internal import IgataTables

/// The lines of the members of models.
struct MemberLines {
  let schema: IntrospectedSchema
  let rules: NamingRules

  /// The line of a key of several fields.
  func key(of model: IntrospectedModel) -> String? {
    model.keyField == nil ? "primaryKey(\(names(of: model.key, in: model)))" : nil
  }

  func unique(_ parts: [IntrospectedModel.FoundPart], of model: IntrospectedModel) -> String {
    // A field with several columns is named once.
    var names: [String] = []
    for part in parts {
      let name = self.names(of: [part.column], in: model)
      let text = part.function?.text(of: name) ?? name
      if !names.contains(text) { names.append(text) }
    }
    return "unique(\(names.joined(separator: ", ")))"
  }

  func index(_ parts: [IntrospectedModel.FoundPart], of model: IntrospectedModel) -> String {
    let columns = parts.map { names(of: [$0.column], in: model) + ($0.isDescending ? " desc" : "") }
    return "index(\(columns.joined(separator: ", ")))"
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

  /// The line of a field, with its comment.
  func field(_ number: Int, of model: IntrospectedModel) -> String {
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
    if !field.columns.isEmpty, !isKey, model.uniques.contains(where: { model.uniqueField($0) == number }) {
      words.append("@unique")
    } else if model.indexes.indices.contains(where: { model.hasIndexAttribute($0) && model.indexField($0) == number }) {
      words.append("@index")
    }
    words += field.attributes
    let comment = field.comment.map { "  // " + SchemaFile.oneLine($0) } ?? ""
    return words.joined(separator: " ") + comment
  }

  private func words(of relation: IntrospectedField.Relation, _ field: IntrospectedField) -> [String] {
    let target = model(of: relation.table)
    var words = [nameText(target?.name ?? "") + (field.isOptional ? "?" : "")]
    let key = relation.targetColumns.isEmpty ? target?.key ?? [] : relation.targetColumns
    if field.isLinked || rules.foreignKey(rules.column(of: field.name), to: key) != field.columns {
      let names = field.columns.map(stringLiteral).joined(separator: ", ")
      words.append(field.columns.count == 1 ? "@column(\(names))" : "@columns(\(names))")
    }
    if !relation.targetColumns.isEmpty, let target {
      words.append("@references(\(names(of: relation.targetColumns, in: target)))")
    }
    let usual = field.isOptional && !relation.hasRequiredColumn ? DeleteRule.nullify : .restrict
    if let rule = relation.deleteRule, rule != usual.rawValue { words.append("@onDelete(\(rule))") }
    if let rule = relation.updateRule { words.append("@onUpdate(\(rule))") }
    return words
  }

  private func model(of table: String) -> IntrospectedModel? { schema.models.first { $0.table == table } }
}

extension IntrospectedField {
  /// Whether it is a value of a type, or a list of them.
  func isValue(of name: String) -> Bool {
    if case .value(let type) = kind { type.elementType == name } else { false }
  }

  var isRelation: Bool { target != nil }

  /// The table that a relation refers to.
  var target: String? { if case .relation(let relation) = kind { relation.table } else { nil } }
}

extension String {
  /// The name of a type without the brackets of a list.
  var elementType: String { hasPrefix("[") ? String(dropFirst().dropLast()) : self }
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

  /// The field of a unique constraint that says nothing but its columns.
  func uniqueField(_ parts: [FoundPart]) -> Int? {
    parts.contains { $0.function != nil } ? nil : loneField(of: parts.map(\.column))
  }

  /// The field of an index of one value in ascending order.
  func indexField(_ number: Int) -> Int? {
    indexes[number].contains(where: \.isDescending) ? nil : loneField(of: indexes[number].map(\.column))
  }

  func hasIndexAttribute(_ number: Int) -> Bool {
    guard let field = indexField(number), case .value = fields[field].kind else { return false }
    return true
  }
}
