import IgataEvolution
import IgataTemplateLanguage

/// The view of a version of the schema: the steps by which a store brings a database to it, as Swift.
extension GenerationScope {
  private static let versionShape = Shape(
    "constant", "number", "name", "sum", "compatibleFrom", "hasFunctions", "functions", "steps")

  /// The dialects in which versions are run: SQLite first.
  var dialects: [String] { versions.keys.sorted(by: >) }

  /// The arguments for the versions, one for each dialect.
  var versionLists: String {
    let lists = dialects.map { dialect in
      let constants = (versions[dialect] ?? []).map { Self.constant($0, dialect) }
      return SwiftLayout.list("\(dialect): ", constants, "", .square, indent: 6)
    }
    return lists.joined(separator: ",\n")
  }

  /// The versions of a dialect.
  func views(_ dialect: String) -> [Record] { (versions[dialect] ?? []).map { view($0, dialect) } }

  /// The name of the constant for a version.
  private static func constant(_ version: RunnableVersion, _ dialect: String) -> String {
    "\(dialect)\(version.number)"
  }

  private func view(_ version: RunnableVersion, _ dialect: String) -> Record {
    var text = TextBuffer()
    SwiftSteps.write(version.script, into: &text)
    _ = text.cut(to: text.count - 1)
    let functions = version.script.functions.map(\.name)
    return Record(
      Self.versionShape,
      [
        .text(Self.constant(version, dialect)), .text("\(version.number)"), .text(SwiftLiteral.string(version.name)),
        .text(version.sum.text), .text("\(version.compatibleFrom)"), .flag(!functions.isEmpty),
        .text(SwiftSteps.list(functions)), .text(text.text),
      ])
  }
}

/// Writes the elements of an array of steps.
private enum SwiftSteps {
  static func write(_ script: VersionScript, into text: inout TextBuffer) {
    switch script {
    case .sqlite(let script):
      for statement in script.own.before { write(".own", statement, into: &text) }
      for step in script.steps { write(step, into: &text) }
      for statement in script.own.after { write(".own", statement, into: &text) }
      for statement in script.own.objects { write(".object", statement, into: &text) }
      for index in script.indexes { write(".index", index, into: &text) }
    case .postgresql(let script):
      for (index, statement) in script.transaction.enumerated() {
        let isObject = script.objects.contains(index)
        write(script.own.contains(index) ? ".own" : isObject ? ".object" : ".statement", statement, into: &text)
      }
      for index in script.indexes {
        line(3, ".concurrentIndex(", &text)
        line(4, SwiftLiteral.string(index.name) + ",", &text)
        literal(4, index.statement, "),", &text)
      }
    }
  }

  private static func write(_ step: SQLiteScript.Step, into text: inout TextBuffer) {
    switch step {
    case .statement(let sql): write(".statement", sql, into: &text)
    case .stop(let stop):
      line(3, ".stop(", &text)
      line(4, "\(SwiftLiteral.string(stop.table)), key: \(list(stop.key)),", &text)
      line(4, "where:", &text)
      literal(5, stop.condition, ",", &text)
      line(4, "reason: \(SwiftLiteral.string(stop.reason))),", &text)
    case .rebuild(let rebuild):
      line(3, ".rebuild(", &text)
      line(4, ".init(", &text)
      line(5, "\(SwiftLiteral.string(rebuild.table)), key: \(list(rebuild.oldKey)),", &text)
      line(5, "columns: \(list(rebuild.oldColumns)),", &text)
      line(5, "indexes: \(list(rebuild.oldIndexes)),", &text)
      line(5, "into: \(SwiftLiteral.string(rebuild.temporaryName)), newKey: \(list(rebuild.newKey)),", &text)
      line(5, "create:", &text)
      literal(6, rebuild.create, ",", &text)
      line(5, "copy:", &text)
      literal(6, rebuild.copy, ")),", &text)
    case .swap(let swap):
      line(3, ".swap(", &text)
      line(4, "\(SwiftLiteral.string(swap.table)), for: \(SwiftLiteral.string(swap.temporaryName)),", &text)
      line(4, "[", &text)
      for statement in swap.statements { literal(5, statement, ",", &text) }
      line(4, "]),", &text)
    }
  }

  /// Writes a step that is one statement.
  private static func write(_ name: String, _ sql: String, into text: inout TextBuffer) {
    line(3, name + "(", &text)
    literal(4, sql, "),", &text)
  }

  private static func line(_ depth: Int, _ line: String, _ text: inout TextBuffer) {
    text.append(SwiftLayout.spaces(2 * depth) + line)
    text.append(literal: "\n")
  }

  /// Writes a multi-line literal.
  private static func literal(_ depth: Int, _ value: String, _ end: String, _ text: inout TextBuffer) {
    line(depth, "\"\"\"", &text)
    let indentation = SwiftLayout.spaces(2 * depth)
    let bytes = Array(value.utf8)
    var start = 0
    repeat {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      if end > start { text.append(indentation) }
      SwiftLiteral.writeLine(bytes[start..<end], into: &text)
      text.append(literal: "\n")
      start = end + 1
    } while start <= bytes.count
    line(depth, "\"\"\"" + end, &text)
  }

  static func list(_ names: [String]) -> String {
    "[\(names.map(SwiftLiteral.string).joined(separator: ", "))]"
  }
}
