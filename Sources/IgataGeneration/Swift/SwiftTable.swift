import IgataSchema
import IgataTemplateLanguage

/// A model's `TableDescription`, as templates see it: words in the language of the runtime's tables, a line for each
/// column, key, index and relation. One text is what a compiler is done with soonest.
final class SwiftTableView: View {
  private enum Slot: String, CaseIterable { case lines, relations }
  private static let slots = Slot.allCases
  private static let names = Shape(of: slots)

  private let scope: GenerationScope
  private let model: Model
  /// The fields that are relations, in order.
  private let relations: [Int]

  init(_ scope: GenerationScope, _ model: Model) {
    self.scope = scope
    self.model = model
    relations = scope.relations(of: model)
  }

  var shape: Shape { Self.names }

  func value(at slot: Int) -> TemplateValue {
    switch Self.slots[slot] {
    case .relations where relations.isEmpty: .null
    case .lines, .relations: .written(self, slot: slot)
    }
  }

  /// The lines, as they stand in a Swift literal.
  var text: String {
    var text = TextBuffer()
    writeLines(into: &text)
    return text.text
  }

  func write(_ slot: Int, into text: inout TextBuffer) -> Bool {
    switch Self.slots[slot] {
    case .lines: writeLines(into: &text)
    case .relations: writeRelations(into: &text)
    }
    return true
  }

  private func writeLines(into text: inout TextBuffer) {
    text.append(literal: "    table")
    SwiftTableText.write(model.name, into: &text)
    SwiftTableText.write(model.table, into: &text)
    SwiftTableText.write(formerName: model.formerTable, into: &text)
    for column in model.columns.indices { scope.writeColumn(column, of: model, into: &text) }
    text.append(literal: "\n    key")
    for column in model.primaryKey { SwiftTableText.write(model.columns[column].name, into: &text) }
    for constraint in model.uniques { writeIndex("unique", constraint, into: &text) }
    for constraint in model.indexes { writeIndex("index", constraint, into: &text) }
    for field in relations { writeRelation(field, into: &text) }
    writeStructs(into: &text)
    writeColumns("version", into: &text) { $0.isVersion }
    writeColumns("updated", into: &text) { $0.isUpdatedAt }
    writeDistribution(into: &text)
  }

  /// Writes a line with the columns of some of the fields, where there are any.
  private func writeColumns(_ keyword: StaticString, into text: inout TextBuffer, where isMeant: (Field) -> Bool) {
    guard model.fields.indices.contains(where: { isMeant(model.fields[$0]) }) else { return }
    var isFirst = true
    for column in model.columns where column.path.isEmpty && isMeant(model.fields[column.field]) {
      if isFirst {
        text.append(literal: "\n    ")
        text.append(literal: keyword)
      }
      isFirst = false
      SwiftTableText.write(column.name, into: &text)
    }
  }

  private func writeDistribution(into text: inout TextBuffer) {
    switch model.distribution?.kind {
    case nil: break
    case .reference: text.append(literal: "\n    reference")
    case .field:
      // Where no one column can tell, nothing is said: only the target that spreads rows has to know.
      guard let column = scope.distributionColumns[model.name] else { return }
      text.append(literal: "\n    distribute")
      SwiftTableText.write(model.columns[column].name, into: &text)
    }
  }

  /// Writes the models at the other ends of the relations.
  private func writeRelations(into text: inout TextBuffer) {
    var layout = SwiftLayout("", "relations: ", .square, indent: 4, into: &text)
    for field in relations {
      layout.next(&text)
      switch model.fields[field].kind {
      case .toOne(let target, _, _), .toMany(let target, _), .ordered(let target):
        text.append(scope.modelValue(target))
        text.append(literal: ".self")
      case .value, .list, .embedded: break
      }
    }
    layout.end("", &text)
  }

  // MARK: Lines

  private func writeColumns(_ columns: [Int], into text: inout TextBuffer) {
    text.append(literal: " (")
    for (index, column) in columns.enumerated() {
      SwiftTableText.writeElement(model.columns[column].name, isFirst: index == 0, into: &text)
    }
    text.append(literal: ")")
  }

  private func writeIndex(_ kind: String, _ constraint: Constraint, into text: inout TextBuffer) {
    text.append(literal: "\n    ")
    text.append(kind)
    SwiftTableText.write(constraint.name, into: &text)
    text.append(literal: " (")
    for (index, part) in constraint.parts.enumerated() {
      SwiftTableText.writeElement(model.columns[part.column].name, isFirst: index == 0, into: &text)
      if part.isDescending { text.append(literal: " desc") }
    }
    text.append(literal: ")")
    guard let condition = constraint.condition else { return }
    text.append(literal: " where")
    SwiftTableText.writeQuoted(condition, into: &text)
  }

  private func writeRelation(_ field: Int, into text: inout TextBuffer) {
    text.append(literal: "\n    relation")
    SwiftTableText.write(model.fields[field].name, into: &text)
    switch model.fields[field].kind {
    case .toOne(_, let form, let rule):
      text.append(literal: " ")
      text.append(form.rawValue)
      writeColumns(model.foreignKeys.first { $0.field == field }?.columns ?? [], into: &text)
      text.append(literal: " ")
      text.append(rule.rawValue)
    case .toMany(let other, let inverse):
      text.append(literal: " inverse ")
      text.append(scope.relationNumber(ofField: inverse, in: scope.schema.models[other]))
    case .ordered:
      guard let join = model.joinTables.first(where: { $0.field == field }) else { return }
      text.append(literal: " ordered")
      SwiftTableText.write(join.name, into: &text)
      SwiftTableText.writeList(join.ownerColumns, into: &text)
      SwiftTableText.write(join.positionColumn, into: &text)
      SwiftTableText.writeList(join.targetColumns, into: &text)
      SwiftTableText.write(formerName: formerName(of: join), into: &text)
    case .value, .list, .embedded: break
    }
  }

  /// The name of a join table before its field was renamed.
  private func formerName(of join: JoinTable) -> String? {
    model.fields[join.field].renamedFrom.map { "\(model.table)_\(snakeCase($0))" }
  }

  private func writeStructs(into text: inout TextBuffer) {
    for index in model.fields.indices {
      guard case .embedded = model.fields[index].kind,
        let column = model.columns.firstIndex(where: { $0.field == index })
      else { continue }
      writeStruct(model.fields[index], path: model.fields[index].name, column: column, into: &text)
    }
  }

  private func writeStruct(_ field: Field, path: String, column: Int, into text: inout TextBuffer) {
    guard case .embedded(let index, let isOptional) = field.kind else { return }
    text.append(literal: "\n    struct")
    SwiftTableText.write(path, into: &text)
    SwiftTableText.write(model.columns[column].name, into: &text)
    text.append(literal: " ")
    text.append(scope.columnCount(ofStruct: index))
    if isOptional, let offset = scope.presenceOffset(ofStruct: index) {
      SwiftTableText.write(model.columns[column + offset].name, into: &text)
    }
    var inner = column
    for field in scope.schema.structs[index].fields {
      writeStruct(field, path: "\(path).\(field.name)", column: inner, into: &text)
      inner += scope.columnCount(of: field)
    }
  }
}

extension GenerationScope {
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

  /// Writes `column name string = "" maxLength 100`.
  fileprivate func writeColumn(_ index: Int, of model: Model, into text: inout TextBuffer) {
    text.append(literal: "\n    column")
    SwiftTableText.write(model.columns[index].name, into: &text)
    writePath(index, of: model, into: &text)
    text.append(literal: " ")
    writeColumnType(model.columns[index].role, into: &text)
    if model.columns[index].isNullable { text.append(literal: " null") }
    let leaf = leafField(ofColumn: index, in: model)
    writeColumnDefault(leaf, into: &text)
    if let bounds = givenBounds(of: leaf) { writeBounds(bounds, into: &text) }
    if leaf.isSensitive || model.fields[model.columns[index].field].isSensitive { text.append(literal: " sensitive") }
    SwiftTableText.write(formerName: formerName(ofColumn: index, leaf, in: model), into: &text)
  }

  /// The column's name before its field was renamed, or the field of the struct that it is of; `nil` if neither was.
  private func formerName(ofColumn index: Int, _ leaf: Field, in model: Model) -> String? {
    let column = model.columns[index]
    let field = model.fields[column.field]
    var name = column.name
    if let former = field.renamedFrom, name.hasPrefix(field.columnName) {
      name = snakeCase(former) + name.dropFirst(field.columnName.count)
    }
    if !column.path.isEmpty, let former = leaf.renamedFrom, name.hasSuffix(leaf.columnName) {
      name = name.dropLast(leaf.columnName.count) + snakeCase(former)
    }
    return name == column.name ? nil : name
  }

  /// Writes ` of owner.city`: what the column is, unless that is what it is called.
  private func writePath(_ index: Int, of model: Model, into text: inout TextBuffer) {
    let field = model.columns[index].field
    if case .reference = model.columns[index].role {
    } else if model.columns[index].path.isEmpty, model.fields[field].name == model.columns[index].name {
      return
    }
    let path = path(model.columns[index], of: model)
    if path.count == 1, path[0] == model.columns[index].name { return }
    text.append(literal: " of")
    SwiftTableText.write(path.count == 1 ? path[0] : path.joined(separator: "."), into: &text)
  }

  /// The field whose value the column holds: inside of the struct, where the column is of one.
  func leafField(ofColumn index: Int, in model: Model) -> Field {
    var field = model.fields[model.columns[index].field]
    for step in model.columns[index].path {
      guard case .embedded(let index, _) = field.kind, schema.structs[index].fields.indices.contains(step) else {
        break
      }
      field = schema.structs[index].fields[step]
    }
    return field
  }

  /// What was written above the field whose value the column holds.
  func documentation(ofColumn index: Int, in model: Model) -> [String] {
    guard model.columns[index].path.isEmpty else {
      return leafField(ofColumn: index, in: model).origin.documentation
    }
    return model.fields[model.columns[index].field].origin.documentation
  }

  private func path(_ column: Column, of model: Model) -> [String] {
    if column.path.isEmpty, case .value = column.role { return [model.fields[column.field].name] }
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

  // MARK: Structs

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
}
