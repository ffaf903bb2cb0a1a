import IgataTemplateLanguage

/// The columns of a table, as templates see them.
final class SQLiteColumns: Views {
  private enum Slot: String, CaseIterable {
    case documentation, definition, name, type, key, isRequired, defaultValue, checks, endsTable
  }
  private static let slots = Slot.allCases
  private static let names = Shape(of: slots)

  /// Whose columns they are. Those of a model are made one at a time, where they are printed.
  enum Owner {
    case model(SQLiteTable)
    case join([SQLiteColumn])
  }

  private let scope: GenerationScope
  private let owner: Owner
  private let count: Int
  /// Whether nothing follows them in the table.
  private let endsTable: Bool

  init(_ scope: GenerationScope, _ owner: Owner, endsTable: Bool) {
    self.scope = scope
    self.owner = owner
    self.endsTable = endsTable
    switch owner {
    case .model(let table): count = table.model.columns.count
    case .join(let columns): count = columns.count
    }
  }

  var shape: Shape { Self.names }

  /// All of them, as the elements of a section.
  var value: TemplateValue { .elements(self, count: count) }

  private func column(_ index: Int) -> SQLiteColumn {
    switch owner {
    case .model(let table): table.column(index)
    case .join(let columns): columns[index]
    }
  }

  private func documentation(_ index: Int) -> [String] {
    guard case .model(let table) = owner else { return [] }
    return SQLText.comment(table.documentation(ofColumn: index))
  }

  func value(at slot: Int, of element: Int) -> TemplateValue {
    switch Self.slots[slot] {
    case .documentation: .texts(documentation(element))
    case .definition, .name, .type, .checks:
      .written(self, slot: Int32(truncatingIfNeeded: slot), element: Int32(truncatingIfNeeded: element))
    case .key: column(element).isGeneratedKey ? .text("PRIMARY KEY AUTOINCREMENT") : .null
    case .isRequired: .flag(column(element).isRequired)
    case .defaultValue: .optional(column(element).defaultValue)
    case .endsTable: .flag(endsTable && element == count - 1)
    }
  }

  func write(_ slot: Int, of element: Int, into text: inout TextBuffer) -> Bool {
    switch Self.slots[slot] {
    case .definition: writeDefinition(column(element), into: &text)
    case .name: SQLText.write(column(element).name, into: &text)
    case .type: text.append(column(element).affinity.rawValue)
    case .checks: writeChecks(column(element), into: &text)
    case .documentation, .key, .isRequired, .defaultValue, .endsTable: return false
    }
    return true
  }

  /// Writes `"name" TYPE NOT NULL DEFAULT value CHECK (…)`.
  private func writeDefinition(_ column: SQLiteColumn, into text: inout TextBuffer) {
    SQLText.write(column.name, into: &text)
    text.append(literal: " ")
    text.append(column.affinity.rawValue)
    if column.isGeneratedKey { text.append(literal: " PRIMARY KEY AUTOINCREMENT") }
    if column.isRequired { text.append(literal: " NOT NULL") }
    if let value = column.defaultValue {
      text.append(literal: " DEFAULT ")
      text.append(value)
    }
    writeChecks(column, into: &text)
  }

  private func writeChecks(_ column: SQLiteColumn, into text: inout TextBuffer) {
    if let check = column.check {
      text.append(literal: " CHECK (")
      write(check, of: column.name, into: &text)
      text.append(literal: ")")
    }
    for bound in column.bounds {
      text.append(literal: " CHECK (")
      text.append(bound)
      text.append(literal: ")")
    }
  }

  /// Writes what a check holds the column called `name` to.
  ///
  /// A check of a null passes, but `json_valid` of a null is false in SQLite before 3.42.
  private func write(_ check: SQLiteColumn.Check, of name: String, into text: inout TextBuffer) {
    switch check {
    case .json(isNullable: true), .list(isNullable: true):
      SQLText.write(name, into: &text)
      text.append(literal: " IS NULL OR json_valid(")
    case .json, .list: text.append(literal: "json_valid(")
    case .uuid: text.append(literal: "length(")
    case .bool, .int16, .int32, .member: break
    }
    SQLText.write(name, into: &text)
    switch check {
    case .bool: text.append(literal: " IN (0, 1)")
    case .int16: text.append(literal: " BETWEEN -32768 AND 32767")
    case .int32: text.append(literal: " BETWEEN -2147483648 AND 2147483647")
    case .uuid: text.append(literal: ") = 16")
    case .member(let index): text.append(scope.enumMemberships[index])
    case .json: text.append(literal: ")")
    case .list:
      text.append(literal: ") AND json_type(")
      SQLText.write(name, into: &text)
      text.append(literal: ") = 'array'")
    }
  }
}
