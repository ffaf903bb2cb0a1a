import IgataSyntax
import IgataTables

extension SchemaWriter {
  /// The members of a model that aren't fields, except for `reserved`.
  func constraintMembers(of index: Int) -> [String] {
    let model = schema.models[index]
    var members: [String] = []
    if model.keyField == nil, !model.primaryKey.isEmpty {
      let fields = model.fieldNames(of: model.primaryKey.map { .init(column: $0) }).map(\.text)
      members.append("primaryKey(\(list(fields + name(model.primaryKeyName))))")
    }
    let (uniqueFields, indexedFields) = attributeCounts(of: model)
    members += model.uniques.dropFirst(uniqueFields).map { member("unique", $0, of: model) }
    members += model.indexes.dropFirst(indexedFields).map { member("index", $0, of: model) }
    members += model.checks.map { "check(\(list([$0.condition.text] + name($0.name))))" }
    switch model.distribution?.kind {
    case .reference: members.append("reference")
    case .field(let field): members.append("distribute(by: \(nameText(model.fields[field].name)))")
    case nil: break
    }
    return members
  }

  /// The numbers of unique constraints and indexes that attributes of fields declare. They come before those of
  /// members.
  private func attributeCounts(of model: Model) -> (uniques: Int, indexes: Int) {
    var counts = (uniques: 0, indexes: 0)
    for (position, field) in model.fields.enumerated() {
      var stored = [field]
      if case .embedded = field.kind {
        stored = model.columns.filter { $0.field == position }.compactMap { schema.leafField(of: $0, in: model) }
      }
      let isKey = model.isKeyByUnique && model.keyField == position
      counts.uniques += isKey ? 0 : stored.count(where: \.isUnique)
      counts.indexes += stored.count(where: \.isIndexed)
    }
    return counts
  }

  private func member(_ word: String, _ constraint: Constraint, of model: Model) -> String {
    var arguments = model.fieldNames(of: constraint.parts).map { $0.text + ($0.isDescending ? " desc" : "") }
    arguments += name(constraint.name)
    if let method = constraint.method { arguments.append("using: \(nameText(method))") }
    switch constraint.condition {
    case .sql(let sql): arguments.append("where: sql(\(stringLiteral(sql)))")
    case .checked(let condition): arguments.append("where: \(condition.text)")
    case nil: break
    }
    return "\(word)(\(list(arguments)))"
  }

  /// `name: "…"`. A longer name than the language allows can only be the one that is derived.
  private func name(_ text: String?) -> [String] {
    guard let text, text.utf8.count <= nameLimit else { return [] }
    return ["name: \(stringLiteral(text))"]
  }
}

extension Model {
  /// The field whose `@primaryKey` or `@unique` makes it the key; `nil` if the key is declared by a member.
  var keyField: Int? {
    guard primaryKeyName == nil, let first = primaryKey.first else { return nil }
    let field = columns[first].field
    if fields[field].isImplied { return nil }
    return primaryKey.allSatisfy { columns[$0].field == field } ? field : nil
  }

  /// Whether a `@unique` is the key, because no key is declared: it then has no constraint of its own.
  var isKeyByUnique: Bool {
    guard let field = keyField, fields[field].isUnique else { return false }
    return !uniques.contains { $0.isPlain && $0.parts.map(\.column) == primaryKey }
  }

  /// The names in the parentheses of a constraint.
  func fieldNames(of parts: [Constraint.Part]) -> [ConstraintFieldName] {
    fieldNames(of: parts[...], besides: []) ?? []
  }

  /// The names for some parts, none of which is among others; `nil` if there are none.
  private func fieldNames(
    of parts: ArraySlice<Constraint.Part>, besides others: [ConstraintFieldName]
  ) -> [ConstraintFieldName]? {
    guard let first = parts.first else { return others }
    for (field, columns) in fieldsWithColumns(from: first.column) {
      let span = parts.prefix(columns.count)
      let name = ConstraintFieldName(
        field: fields[field].name, function: first.function, isDescending: first.isDescending)
      guard span.map(\.column) == columns,
        span.allSatisfy({ $0.function == first.function && $0.isDescending == first.isDescending }),
        !others.contains(where: { $0.text == name.text })
      else { continue }
      if let names = fieldNames(of: parts.dropFirst(columns.count), besides: others + [name]) { return names }
    }
    return nil
  }

  /// The fields whose columns, in a constraint, start with one: the field that it belongs to, and relations without
  /// columns of their own.
  private func fieldsWithColumns(from column: Int) -> [(field: Int, columns: [Int])] {
    let own = columns[column].field
    var result: [(field: Int, columns: [Int])] = []
    if !fields[own].isImplied { result.append((own, columns.indices.filter { columns[$0].field == own })) }
    for key in foreignKeys where key.isLinked && key.columns.first == column { result.append((key.field, key.columns)) }
    return result
  }
}

/// A field in the parentheses of a constraint: `name`, `lower(name) desc`.
struct ConstraintFieldName {
  var field: String
  var function: IndexFunction?
  var isDescending: Bool

  /// The text without `desc`.
  var text: String { function?.text(of: nameText(field)) ?? nameText(field) }
}
