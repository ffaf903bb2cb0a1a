import IgataSchema
import IgataTemplateLanguage

/// A model's `TableDescription`, as templates see it.
final class SwiftTableView: View {
  private enum Slot: String, CaseIterable { case model, name, columns, primaryKey, versionColumn, parts, isBare }
  private static let slots = Slot.allCases
  private static let names = Shape(of: slots)
  private static let partShape = Shape("label", "elements", "isLast")

  fileprivate let scope: GenerationScope
  fileprivate let model: Model
  private let versionColumn: Int?
  /// What follows the key: elements, each an expression that stands on lines of its own.
  private let parts: [(label: String, elements: [String])]

  init(_ scope: GenerationScope, _ model: Model) {
    self.scope = scope
    self.model = model
    versionColumn = model.columns.firstIndex { $0.path.isEmpty && model.fields[$0.field].isVersion }
    parts = [
      ("uniques", model.uniques.map(scope.indexDescription)), ("indexes", model.indexes.map(scope.indexDescription)),
      ("relations", scope.relations(of: model).map { scope.relationDescription($0, of: model) }),
      ("structs", scope.structDescriptions(of: model)),
    ].filter { !$1.isEmpty }
  }

  var shape: Shape { Self.names }

  func value(at slot: Int) -> TemplateValue {
    switch Self.slots[slot] {
    case .model, .name, .primaryKey: .written(self, slot: Int32(truncatingIfNeeded: slot))
    case .columns: .list(model.columns.indices.map { SwiftColumnView(self, column: $0) })
    case .versionColumn: versionColumn.map { .number($0) } ?? .null
    case .parts: .records(parts.indices.map(part))
    case .isBare: .flag(parts.isEmpty && versionColumn == nil)
    }
  }

  func write(_ slot: Int, into text: inout TextBuffer) -> Bool {
    switch Self.slots[slot] {
    case .model: SwiftLiteral.write(model.name, into: &text)
    case .name: SwiftLiteral.write(model.table, into: &text)
    case .primaryKey: text.append(numbers(model.primaryKey))
    default: return false
    }
    return true
  }

  private func part(_ index: Int) -> Record {
    // One that is alone has no comma behind it.
    let elements = parts[index].elements
    return Record(
      Self.partShape,
      [
        .text(parts[index].label), .texts(elements.count == 1 ? [String(elements[0].dropLast())] : elements),
        .flag(index == parts.count - 1 && versionColumn == nil),
      ])
  }
}

/// One column in a model's `TableDescription`.
private final class SwiftColumnView: View {
  private static let names = Shape("description")

  private let table: SwiftTableView
  private let column: Int

  init(_ table: SwiftTableView, column: Int) {
    self.table = table
    self.column = column
  }

  var shape: Shape { Self.names }

  func value(at slot: Int) -> TemplateValue { .written(self, slot: 0) }

  func write(_ slot: Int, into text: inout TextBuffer) -> Bool {
    let isAlone = table.model.columns.count == 1
    table.scope.writeColumn(table.model.columns[column], of: table.model, isAlone: isAlone, into: &text)
    return true
  }
}

private func numbers(_ values: [Int]) -> String {
  "[" + values.map { String($0) }.joined(separator: ", ") + "]"
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

  fileprivate func writeColumn(_ column: Column, of model: Model, isAlone: Bool, into text: inout TextBuffer) {
    let leaf = leafField(column, of: model)
    var call = SwiftLayout(runtime("ColumnDescription"), indent: 6, breaks: .filled, into: &text)
    call.next(&text)
    SwiftLiteral.write(column.name, into: &text)
    call.next(&text)
    SwiftLiteral.write(path(column, of: model), into: &text)
    call.next(&text)
    text.append(columnType(column))
    if column.isNullable {
      call.next(&text)
      text.append(literal: "isNullable: true")
    }
    call.next(&text)
    if !writeColumnDefault(leaf, into: &text) { call.drop(&text) }
    if let constraints = columnConstraints(leaf) {
      call.next(&text)
      text.append(literal: "constraints: ")
      text.append(constraints)
    }
    if leaf.isSensitive || model.fields[column.field].isSensitive {
      call.next(&text)
      text.append(literal: "isSensitive: true")
    }
    call.end(isAlone ? "" : ",", &text)
  }

  /// The field whose value the column holds: inside of the struct, where the column is of one.
  func leafField(_ column: Column, of model: Model) -> Field {
    if column.path.isEmpty { return model.fields[column.field] }
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

  // MARK: Indexes, relations, structs

  fileprivate func indexDescription(_ constraint: Constraint) -> String {
    var arguments = [SwiftLiteral.string(constraint.name), numbers(constraint.parts.map(\.column))]
    let descending = constraint.parts.filter(\.isDescending).map(\.column)
    if !descending.isEmpty { arguments.append("descending: \(numbers(descending))") }
    if let condition = constraint.condition { arguments.append("where: \(SwiftLiteral.string(condition))") }
    return SwiftLayout.call(runtime("IndexDescription"), arguments, ",", indent: 6)
  }

  fileprivate func relationDescription(_ field: Int, of model: Model) -> String {
    let columns = model.foreignKeys.first { $0.field == field }?.columns ?? []
    let target: Int
    let kind: String
    switch model.fields[field].kind {
    case .toOne(let model, let form, let rule):
      target = model
      kind = ".\(form.rawValue)(columns: \(numbers(columns)), .\(rule.rawValue))"
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

  fileprivate func structDescriptions(of model: Model) -> [String] {
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
      guard case .embedded = field.kind, let column = model.columns.firstIndex(where: { $0.field == index })
      else { continue }
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
}
