import IgataTemplateLanguage

/// The columns of a table, as templates see them.
final class SQLiteColumns: Views {
  private enum Slot: String, CaseIterable {
    case documentation, definition, name, type, key, isRequired, defaultValue, checks, isLast
  }
  private static let slots = Slot.allCases
  private static let names = Shape(of: slots)

  private let scope: GenerationScope
  private let all: [SQLiteColumn]
  /// Whether nothing follows them in the table.
  private let endsTable: Bool

  init(_ scope: GenerationScope, _ columns: [SQLiteColumn], endsTable: Bool) {
    self.scope = scope
    all = columns
    self.endsTable = endsTable
  }

  var shape: Shape { Self.names }

  /// All of them, as the elements of a section.
  var value: TemplateValue { .elements(self, count: all.count) }

  func value(at slot: Int, of element: Int) -> TemplateValue {
    switch Self.slots[slot] {
    case .documentation: .texts(SQLText.comment(all[element].documentation))
    case .definition, .name, .type, .checks:
      .written(self, slot: Int32(truncatingIfNeeded: slot), element: Int32(truncatingIfNeeded: element))
    case .key: all[element].isGeneratedKey ? .text("PRIMARY KEY AUTOINCREMENT") : .null
    case .isRequired: .flag(isRequired(element))
    case .defaultValue: .optional(all[element].defaultValue)
    case .isLast: .flag(endsTable && element == all.count - 1)
    }
  }

  func write(_ slot: Int, of element: Int, into text: inout TextBuffer) -> Bool {
    switch Self.slots[slot] {
    case .definition: writeDefinition(element, into: &text)
    case .name: SQLText.write(all[element].name, into: &text)
    case .type: text.append(all[element].affinity.rawValue)
    case .checks: writeChecks(element, into: &text)
    case .documentation, .key, .isRequired, .defaultValue, .isLast: return false
    }
    return true
  }

  /// SQLite takes a key that it makes for required without being told.
  private func isRequired(_ index: Int) -> Bool { all[index].isRequired && !all[index].isGeneratedKey }

  /// Writes `"name" TYPE NOT NULL DEFAULT value CHECK (…)`.
  private func writeDefinition(_ index: Int, into text: inout TextBuffer) {
    SQLText.write(all[index].name, into: &text)
    text.append(literal: " ")
    text.append(all[index].affinity.rawValue)
    if all[index].isGeneratedKey { text.append(literal: " PRIMARY KEY AUTOINCREMENT") }
    if isRequired(index) { text.append(literal: " NOT NULL") }
    if let value = all[index].defaultValue {
      text.append(literal: " DEFAULT ")
      text.append(value)
    }
    writeChecks(index, into: &text)
  }

  private func writeChecks(_ index: Int, into text: inout TextBuffer) {
    if let check = all[index].check {
      text.append(literal: " CHECK (")
      write(check, of: all[index].name, into: &text)
      text.append(literal: ")")
    }
    for bound in all[index].bounds {
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
