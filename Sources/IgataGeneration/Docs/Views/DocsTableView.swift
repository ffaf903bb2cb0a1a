import IgataSchema
import IgataTables
import IgataTemplateLanguage

/// The view of a table for templates: that of a model, or of a list with a table of its own.
final class DocsTableView: View {
  private enum Slot: String, CaseIterable {
    case name, lines, hasLines, columns, key, hasKey, indexes, hasIndexes, foreignKeys
  }
  private static let slots = Slot.allCases
  private static let names = Shape(of: slots)
  private static let indexShape = Shape("name", "parts", "isUnique", "isHash", "statement")
  private static let partShape = Shape("name", "expression")
  private static let foreignKeyShape = Shape(
    "name", "source", "sourceColumns", "target", "targetColumns", "isComposite", "isUnique", "deletes", "clears",
    "refuses", "checksLater", "updates", "refusesUpdates", "checksUpdatesLater")

  private let scope: DocsScope
  private let definition: TableDefinition
  /// The models that the relations lead to, in their order.
  private let targets: [Int]
  /// For each column, the name of its enum; `nil` if it has none.
  private let enums: [String?]

  /// - Parameters:
  ///   - targets: The models that the relations lead to, in their order.
  ///   - enums: For each column, the name of its enum; `nil` if it has none.
  init(_ scope: DocsScope, _ definition: TableDefinition, targets: [Int], enums: [String?]) {
    self.scope = scope
    self.definition = definition
    self.targets = targets
    self.enums = enums
  }

  private var table: Table { definition.table }

  var shape: Shape { Self.names }

  func value(at slot: Int) -> TemplateValue {
    switch Self.slots[slot] {
    case .name: .text(table.name)
    case .lines: .texts(table.documentation)
    case .hasLines: .flag(!table.documentation.isEmpty)
    case .columns: .list(table.columns.indices.map { DocsColumnView(definition, $0, enumName: enums[$0]) })
    // A key of one column is in that column's view.
    case .key: .texts(hasKey ? table.names(table.primaryKey) : [])
    case .hasKey: .flag(hasKey)
    case .indexes: .list(indexes)
    case .hasIndexes: .flag(hasKey || !indexes.isEmpty)
    case .foreignKeys: .list(foreignKeys)
    }
  }

  private var hasKey: Bool { table.primaryKey.count > 1 }

  // MARK: Indexes

  private var indexes: [Record] {
    let constraints = table.uniques.filter(\.isConstraint).map { view($0, isUnique: true) }
    return constraints + definition.indexes.map { view($0.index, isUnique: $0.isUnique) }
  }

  /// What a language of diagrams can't express about an index is in the statement that creates it.
  private func view(_ index: IndexDescription, isUnique: Bool) -> Record {
    let isHash = index.method == IndexMethod.hash.rawValue
    var isWhole = index.condition == nil && (index.method == nil || isHash)
    let parts = index.parts.map { part in
      let name = table.columns[part.column].name
      let expression = part.function.flatMap { betweenBackticks($0.text(of: definition.dialect.identifier(name))) }
      if part.isDescending || part.function != nil && expression == nil { isWhole = false }
      return Record(Self.partShape, [.text(name), .optional(expression)])
    }
    return Record(
      Self.indexShape,
      [
        .text(index.name), .list(parts), .flag(isUnique && index.condition == nil), .flag(isHash),
        isWhole ? .null : .text(definition.createIndex(index, isUnique: isUnique)),
      ])
  }

  // MARK: Foreign keys

  private var foreignKeys: [Record] {
    var ends: Set<[String]> = []
    return table.relations.indices.compactMap { number in
      let relation = table.relations[number]
      guard !relation.kind.columns.isEmpty, scope.selection.includes(model: targets[number]) else { return nil }
      let target = definition.targets[number]
      let columns = table.names(relation.kind.columns)
      let targetColumns = target.names(relation.referencedColumns(of: target))
      // Two relations by the same columns are one line.
      guard ends.insert([target.name] + columns + targetColumns).inserted else { return nil }
      let (onDelete, onUpdate) = (relation.kind.deleteRule, relation.updateRule)
      return Record(
        Self.foreignKeyShape,
        [
          .text(definition.foreignKeyName(of: number)), .text(table.name), .texts(columns), .text(target.name),
          .texts(targetColumns), .flag(columns.count > 1), .flag(isUnique(relation.kind.columns)),
          .flag(onDelete == .cascade), .flag(onDelete == .nullify), .flag(onDelete == .restrict),
          .flag(onDelete == .noAction), .flag(onUpdate == .cascade), .flag(onUpdate == .restrict),
          .flag(onUpdate == .noAction),
        ])
    }
  }

  private func isUnique(_ columns: [Int]) -> Bool {
    let keys = [table.primaryKey] + table.uniques.filter(\.isConstraint).map(\.columns)
    return keys.contains { Set($0) == Set(columns) }
  }
}

/// The view of a table's column for templates.
private final class DocsColumnView: View {
  private enum Slot: String, CaseIterable {
    case name, type, isPlainType, isKey, isGenerated, isNullable, literal, string, expression, lines, hasLines
  }
  private static let slots = Slot.allCases
  private static let names = Shape(of: slots)

  private let definition: TableDefinition
  private let index: Int
  private let column: ColumnDescription
  private let type: String
  private let isEnum: Bool

  init(_ definition: TableDefinition, _ index: Int, enumName: String?) {
    self.definition = definition
    self.index = index
    column = definition.table.columns[index]
    type = enumName ?? Self.type(definition.dialect.typeName(ofColumn: index, in: definition.table))
    isEnum = enumName != nil
  }

  /// The name of a type, without its collation.
  private static func type(_ name: String) -> String {
    let end = name.firstRange(of: " COLLATE ")?.lowerBound ?? name.endIndex
    return String(name[..<end]).replacing(", ", with: ",")
  }

  var shape: Shape { Self.names }

  func value(at slot: Int) -> TemplateValue {
    switch Self.slots[slot] {
    case .name: .text(column.name)
    case .type: .text(type)
    case .isPlainType: .flag(!isEnum && isPlain(type))
    case .isKey: .flag(definition.table.primaryKey == [index])
    case .isGenerated: .flag(definition.table.generatedKeyColumn == index)
    case .isNullable: .flag(column.isNullable)
    case .literal: .optional(literal)
    case .string: .optional(string)
    case .expression: .optional(literal == nil && string == nil ? sql.flatMap(betweenBackticks) : nil)
    case .lines: .texts(column.documentation)
    case .hasLines: .flag(!column.documentation.isEmpty)
    }
  }

  /// A default that is text, without quotes. The values of an enum are named.
  private var string: String? {
    switch column.defaultValue {
    case .value(.text(let text)), .value(.day(let text)), .value(.json(let text)): text
    case .value(.integer(let number)) where isEnum: String(number)
    default: nil
    }
  }

  /// A default that is a truth value or a number without a sign, which not every reader of numbers knows.
  private var literal: String? {
    if case .value(.bool(let isTrue)) = column.defaultValue { return isTrue ? "true" : "false" }
    guard string == nil, let sql, let first = sql.utf8.first, isDigit(first) else { return nil }
    return sql.utf8.allSatisfy { isDigit($0) || $0 == UInt8(ascii: ".") } ? sql : nil
  }

  private var sql: String? { definition.dialect.defaultValue(of: column) }
}

private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

/// Whether a type needs no quotes: a word, with numbers in parentheses or with brackets after it.
private func isPlain(_ type: String) -> Bool {
  let word = type.utf8.prefix {
    isDigit($0) || $0 == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
  }
  guard !word.isEmpty else { return false }
  let rest = type.dropFirst(word.count)
  if rest.isEmpty || rest == "[]" { return true }
  guard rest.hasPrefix("("), rest.hasSuffix(")") else { return false }
  return rest.utf8.dropFirst().dropLast().allSatisfy { isDigit($0) || $0 == UInt8(ascii: ",") }
}

/// SQL that can stand between backticks, which have no escape; `nil` if it contains one.
private func betweenBackticks(_ sql: String) -> String? { sql.utf8.contains(UInt8(ascii: "`")) ? nil : sql }
