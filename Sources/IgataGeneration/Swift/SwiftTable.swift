import IgataSchema

/// The parts of a model's `TableDescription`, each an expression that stands on lines of its own.
struct SwiftTable {
  let model: String
  let name: String
  let columns: [String]
  let primaryKey: String
  let uniques: [String]
  let indexes: [String]
  let relations: [String]
  let structs: [String]
  let versionColumn: String?
}

extension GenerationScope {
  func table(of model: Model) -> SwiftTable {
    SwiftTable(
      model: SwiftLiteral.string(model.name), name: SwiftLiteral.string(model.table),
      columns: elements(model.columns.map { columnDescription($0, of: model) }),
      primaryKey: numbers(model.primaryKey),
      uniques: elements(model.uniques.map(indexDescription)), indexes: elements(model.indexes.map(indexDescription)),
      relations: elements(relations(of: model).map { relationDescription($0, of: model) }),
      structs: elements(structDescriptions(of: model)),
      versionColumn: model.columns.firstIndex { $0.path.isEmpty && model.fields[$0.field].isVersion }.map(String.init))
  }

  /// The fields that are relations, in order: what a relation's number counts.
  func relations(of model: Model) -> [Int] {
    model.fields.indices.filter {
      switch model.fields[$0].kind {
      case .toOne, .toMany, .ordered: true
      case .value, .list, .embedded: false
      }
    }
  }

  func relationNumber(ofField field: Int, in model: Model) -> Int {
    relations(of: model).firstIndex(of: field) ?? 0
  }

  // MARK: Columns

  private func columnDescription(_ column: Column, of model: Model) -> String {
    let leaf = leafField(column, of: model)
    var arguments = [
      SwiftLiteral.string(column.name), SwiftLiteral.strings(path(column, of: model)), columnType(column),
    ]
    if column.isNullable { arguments.append("isNullable: true") }
    if let value = columnDefault(leaf) { arguments.append("default: \(value)") }
    if let constraints = columnConstraints(leaf) { arguments.append("constraints: \(constraints)") }
    if leaf.isSensitive || model.fields[column.field].isSensitive { arguments.append("isSensitive: true") }
    return SwiftLayout.call(runtime("ColumnDescription"), arguments, ",", indent: 6)
  }

  /// The field whose value the column holds: inside of the struct, where the column is of one.
  func leafField(_ column: Column, of model: Model) -> Field {
    var field = model.fields[column.field]
    for step in column.path {
      guard case .embedded(let index, _) = field.kind, schema.structs[index].fields.indices.contains(step) else {
        break
      }
      field = schema.structs[index].fields[step]
    }
    return field
  }

  private func path(_ column: Column, of model: Model) -> [String] {
    var field = model.fields[column.field]
    if case .reference(let target, let targetColumn, _) = column.role {
      let key = field.name + "ID"
      let part = schema.models[target]
      return part.primaryKey.count == 1 ? [key] : [key] + path(part.columns[targetColumn], of: part)
    }
    var names = [field.name]
    for step in column.path {
      guard case .embedded(let index, _) = field.kind, schema.structs[index].fields.indices.contains(step) else {
        break
      }
      field = schema.structs[index].fields[step]
      names.append(field.name)
    }
    return names
  }

  // MARK: Indexes, relations, structs

  private func indexDescription(_ constraint: Constraint) -> String {
    var arguments = [SwiftLiteral.string(constraint.name), numbers(constraint.parts.map(\.column))]
    let descending = constraint.parts.filter(\.isDescending).map(\.column)
    if !descending.isEmpty { arguments.append("descending: \(numbers(descending))") }
    if let condition = constraint.condition { arguments.append("where: \(SwiftLiteral.string(condition))") }
    return SwiftLayout.call(runtime("IndexDescription"), arguments, ",", indent: 6)
  }

  private func relationDescription(_ field: Int, of model: Model) -> String {
    let columns = model.foreignKeys.first { $0.field == field }?.columns ?? []
    let target: Int
    let kind: String
    switch model.fields[field].kind {
    case .toOne(let model, let form, let rule):
      target = model
      kind = ".\(form)(columns: \(numbers(columns)), .\(rule.rawValue))"
    case .toMany(let other, let inverse):
      target = other
      kind = ".inverse(relation: \(relationNumber(ofField: inverse, in: schema.models[other])))"
    case .ordered(let other):
      return orderedDescription(field, of: model, target: other)
    case .value, .list, .embedded: return ""
    }
    return SwiftLayout.call(
      runtime("RelationDescription"), [SwiftLiteral.string(model.fields[field].name), kind],
      " { \(modelType(target)).self },", indent: 6)
  }

  private func orderedDescription(_ field: Int, of model: Model, target: Int) -> String {
    guard let join = model.joinTables.first(where: { $0.field == field }) else { return "" }
    let arguments = [
      SwiftLiteral.string(join.name), "owner: \(SwiftLiteral.strings(join.ownerColumns))",
      "position: \(SwiftLiteral.string(join.positionColumn))", "target: \(SwiftLiteral.strings(join.targetColumns))",
    ]
    return """
            \(runtime("RelationDescription"))(
              \(SwiftLiteral.string(model.fields[field].name)),
              .ordered(
      \(SwiftLayout.call(runtime("JoinDescription"), arguments, ")", indent: 10))
            ) { \(modelType(target)).self },
      """
  }

  private func structDescriptions(of model: Model) -> [String] {
    var result: [String] = []
    func add(_ field: Field, path: [String], column: Int) {
      guard case .embedded(let index, let isOptional) = field.kind else { return }
      var arguments = [SwiftLiteral.strings(path), "column: \(column)", "columnCount: \(columnCount(ofStruct: index))"]
      if isOptional, let offset = presenceOffset(ofStruct: index) {
        arguments.append("presenceColumn: \(column + offset)")
      }
      result.append(SwiftLayout.call(runtime("StructDescription"), arguments, ",", indent: 6))
      var inner = column
      for field in schema.structs[index].fields {
        add(field, path: path + [field.name], column: inner)
        inner += columnCount(of: field)
      }
    }
    for (index, field) in model.fields.enumerated() {
      guard let column = model.columns.firstIndex(where: { $0.field == index }) else { continue }
      add(field, path: [field.name], column: column)
    }
    return result
  }

  func columnCount(of field: Field) -> Int {
    if case .embedded(let index, _) = field.kind { return columnCount(ofStruct: index) }
    return 1
  }

  /// How far from an optional struct's first column the one is that tells whether the struct is there.
  func presenceOffset(ofStruct index: Int) -> Int? {
    var offset = 0
    for field in schema.structs[index].fields {
      switch field.kind {
      case .value(_, isOptional: false), .list:
        if field.defaultValue == nil { return offset }
      case .embedded(let inner, isOptional: false):
        if let inner = presenceOffset(ofStruct: inner) { return offset + inner }
      default: break
      }
      offset += columnCount(of: field)
    }
    return nil
  }

  /// The elements of a list that has a line for each; one that is alone has no comma behind it.
  private func elements(_ texts: [String]) -> [String] {
    texts.count == 1 ? [String(texts[0].dropLast())] : texts
  }

  private func numbers(_ values: [Int]) -> String {
    "[" + values.map { String($0) }.joined(separator: ", ") + "]"
  }
}
