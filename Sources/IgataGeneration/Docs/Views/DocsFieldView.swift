import IgataSchema
import IgataTables
import IgataTemplateLanguage

/// The view of a field's documentation for templates.
final class DocsFieldView: View {
  private enum Slot: String, CaseIterable {
    case name, anchor, before, type, typeAddress, after, standard, attributes, isConstant, isKey, isUnique, isIndexed
    case isSensitive, isVersion, isUpdatedAt, isRelation, isImplied, isWrapper, deprecation, formerName, documentation
    case summary, columns, joinTable, inverse, hasNotes, word, typeWord, key
  }
  private static let slots = Slot.allCases
  private static let names = Shape(of: slots)

  private let scope: DocsScope
  private let field: Field
  private let owner: String
  private let key: String
  private let isKey: Bool
  private let columns: [Record]
  private let joinTable: String?
  private let type: FieldTypeText
  private let attributes: [String]

  /// - Parameters:
  ///   - owner: The name of the model or the struct.
  ///   - key: The field's name where case makes no difference. By default, its name.
  ///   - isKey: Whether the field is part of the primary key.
  ///   - columns: The columns of a field of a model.
  ///   - joinTable: The table of a list.
  init(
    _ scope: DocsScope, _ field: Field, of owner: String, key: String? = nil, isKey: Bool = false,
    columns: [Record] = [], joinTable: String? = nil
  ) {
    self.scope = scope
    self.field = field
    self.owner = owner
    self.key = key ?? field.name
    self.isKey = isKey
    self.columns = columns
    self.joinTable = joinTable
    type = FieldTypeText(field, scope)
    attributes = field.isConstrained ? scope.schema.attributeTexts(field.constraints) : []
  }

  var shape: Shape { Self.names }

  /// Whether the field is stored with its model, or in a table of its own.
  var isStored: Bool { !field.kind.isInverse }

  func value(at slot: Int) -> TemplateValue {
    switch Self.slots[slot] {
    case .name: .text(field.name)
    case .anchor: .text("\(owner).\(field.name)")
    case .before: .text(type.before)
    case .type: .text(type.name)
    case .typeAddress: type.isLinked ? .text(DocsAnchor.address(type.name)) : .null
    case .after: .text(type.after)
    case .standard: .optional(scope.schema.defaultText(of: field))
    case .attributes: .separated(attributes)
    case .isConstant: .flag(field.isConstant)
    case .isKey: .flag(isKey)
    case .isUnique: .flag(field.isUnique)
    case .isIndexed: .flag(field.isIndexed)
    case .isSensitive: .flag(field.isSensitive)
    case .isVersion: .flag(field.isVersion)
    case .isUpdatedAt: .flag(field.isUpdatedAt)
    case .isRelation: .flag(field.storedTarget != nil)
    case .isImplied: .flag(field.isImplied)
    case .isWrapper: if case .toOne(_, .wrapper, _) = field.kind { .flag(true) } else { .flag(false) }
    case .deprecation: .optional(field.deprecation)
    case .formerName: .optional(field.renamedFrom?.text)
    case .documentation: DocsText.paragraphs(field.origin.documentation)
    case .summary: .optional(DocsText.summary(field.origin.documentation))
    case .columns: .list(columns)
    case .joinTable: .optional(joinTable)
    case .inverse: .optional(inverse)
    case .hasNotes: .flag(hasNotes)
    case .key: .text(key)
    case .word: .text(PlainWord.of(field.name))
    // Without arguments: `Decimal(12, 2)`.
    case .typeWord: .text(PlainWord.of(type.before + type.name.prefix { $0 != "(" }))
    }
  }

  /// The stored relation that the field is the other side of.
  private var inverse: String? {
    guard case .inverse(let target, of: let other, _) = field.kind else { return nil }
    let model = scope.schema.models[target]
    return "\(model.name).\(model.fields[other].name)"
  }

  private var hasNotes: Bool {
    let flags: FieldFlags = [.unique, .indexed, .sensitive, .version, .updatedAt, .implied]
    if isKey || field.isConstant || !field.flags.isDisjoint(with: flags) || !attributes.isEmpty { return true }
    return field.deprecation != nil || field.renamedFrom != nil
  }
}

/// The type of a field, taken apart: `[`, `Account`, `]`.
private struct FieldTypeText {
  let before: String
  let name: String
  let after: String
  /// Whether the page has an anchor for the type.
  let isLinked: Bool

  init(_ field: Field, _ scope: DocsScope) {
    let whole = scope.schema.typeName(of: field)
    let isList = whole.utf8.first == UInt8(ascii: "[")
    before = isList ? "[" : ""
    after = isList ? "]" : whole.utf8.last == UInt8(ascii: "?") ? "?" : ""
    name = String(whole.dropFirst(before.utf8.count).dropLast(after.utf8.count))
    isLinked =
      switch field.kind {
      case .value(.scalar, _), .list(.scalar): false
      case .value, .list, .embedded: true
      case .toOne(let target, _, _), .inverse(let target, _, _), .ordered(let target):
        scope.selection.includes(model: target)
      }
  }
}

extension DocsScope {
  private static let columnShape = Shape("name", "sqlite", "postgresql", "isNullable")

  func fields(ofModel index: Int) -> [DocsFieldView] {
    let model = schema.models[index]
    let table = generation.tables[index].table
    let key = model.keyFields
    let names = fieldKeys(ofModel: index)
    var columns = [[Record]](repeating: [], count: model.fields.count)
    for (number, column) in model.columns.enumerated() {
      let values: [TemplateValue] = [
        .text(column.name), .text(SQLiteDialect().typeName(ofColumn: number, in: table)),
        .text(PostgreSQLDialect().typeName(ofColumn: number, in: table)), .flag(column.isNullable),
      ]
      columns[column.field].append(Record(Self.columnShape, values))
    }
    return model.fields.indices.map { number in
      DocsFieldView(
        self, model.fields[number], of: model.name, key: names[number], isKey: key.contains(number),
        columns: columns[number], joinTable: model.joinTable(ofField: number)?.name)
    }
  }
}
