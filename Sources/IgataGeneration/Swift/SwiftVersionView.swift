import IgataEvolution
import IgataTemplateLanguage

/// The view of a version of the schema: the steps by which a store brings a database to it, as Swift.
extension GenerationScope {
  private static let versionShape = Shape("number", "name", "sum", "compatibleFrom", "steps")

  func view(_ version: RunnableVersion) -> Record {
    var text = TextBuffer()
    for step in version.script.steps { SwiftSteps.write(step, names: self, into: &text) }
    for index in version.script.indexes { SwiftSteps.write(".index", index, into: &text) }
    return Record(
      Self.versionShape,
      [
        .text("\(version.number)"), .text(SwiftLiteral.string(version.name)), .text(version.sum.text),
        .text("\(version.compatibleFrom)"), .text(String(text.text.dropLast())),
      ])
  }
}

/// Writes the elements of an array of steps.
private enum SwiftSteps {
  private static let indent = String(repeating: " ", count: 6)

  static func write(_ step: SQLiteScript.Step, names: GenerationScope, into text: inout TextBuffer) {
    switch step {
    case .statement(let sql): write(".statement", sql, into: &text)
    case .stop(let stop):
      line("\(indent).stop(", &text)
      line("\(indent)  \(SwiftLiteral.string(stop.table)), key: \(list(stop.key)),", &text)
      literal("where:", stop.condition, ",", &text)
      line("\(indent)  reason: \(SwiftLiteral.string(stop.reason))),", &text)
    case .rebuild(let rebuild):
      line("\(indent).rebuild(", &text)
      line("\(indent)  .init(", &text)
      line("\(indent)    \(SwiftLiteral.string(rebuild.table)), key: \(list(rebuild.oldKey)),", &text)
      line("\(indent)    columns: \(list(rebuild.oldColumns)),", &text)
      line("\(indent)    indexes: \(list(rebuild.oldIndexes)),", &text)
      let temporaryName = SwiftLiteral.string(rebuild.temporaryName)
      line("\(indent)    into: \(temporaryName), newKey: \(list(rebuild.newKey)),", &text)
      literal("  create:", rebuild.create, ",", &text)
      literal("  copy:", rebuild.copy, ")),", &text)
    case .swap(let swap):
      line("\(indent).swap(", &text)
      let names = "\(SwiftLiteral.string(swap.table)), for: \(SwiftLiteral.string(swap.temporaryName)),"
      line("\(indent)  \(names)", &text)
      line("\(indent)  [", &text)
      for statement in swap.statements { literal("", statement, ",", &text) }
      line("\(indent)  ]),", &text)
    }
  }

  /// Writes a step that is one statement.
  static func write(_ name: StaticString, _ sql: String, into text: inout TextBuffer) {
    line("\(indent)\(name)(", &text)
    literal("", sql, "),", &text)
  }

  private static func line(_ line: String, _ text: inout TextBuffer) {
    text.append(line)
    text.append(literal: "\n")
  }

  /// Writes a multi-line literal.
  private static func literal(_ label: String, _ value: String, _ end: String, _ text: inout TextBuffer) {
    if !label.isEmpty { line("\(indent)  \(label)", &text) }
    line("\(indent)  \"\"\"", &text)
    for part in value.split(separator: "\n", omittingEmptySubsequences: false) {
      text.append(indent + "  ")
      SwiftLiteral.writeLine(String(part), into: &text)
      text.append(literal: "\n")
    }
    line("\(indent)  \"\"\"\(end)", &text)
  }

  private static func list(_ names: [String]) -> String {
    "[\(names.map(SwiftLiteral.string).joined(separator: ", "))]"
  }
}
