import IgataDiagnostics
import IgataSchema

extension Findings {
  /// Reports a model's table and columns that are named with a reserved word of an engine.
  mutating func reportReservedWords(
    _ words: Set<String>, of dialect: SQLDialect, in model: DeclaredModel, _ context: LintContext
  ) {
    guard context.targets.dialects.contains(dialect) else { return }
    let table = model.model.table
    if words.contains(table.lowercased()) {
      let proposal = plural(of: table.lowercased())
      let isFree = model.attribute("table") == nil && proposal != table && !words.contains(proposal)
      let fix = Diagnostic.Fix(
        title: "name the table '\(proposal)'", range: model.range.endPoint, replacement: " @table(\"\(proposal)\")",
        isSafe: false)
      report(
        "\(dialect.title) reserves the table's name '\(table)'", at: model.range,
        help: "choose another name with '@table(\"\(isFree ? proposal : "…")\")'", fixes: isFree ? [fix] : [])
    }
    for column in model.model.columns where column.path.isEmpty && words.contains(column.name.lowercased()) {
      let field = model.model.fields[column.field]
      report(
        "\(dialect.title) reserves the column's name '\(column.name)'", at: field.origin.range,
        help: "choose another name with '@column(\"…\")'")
    }
  }
}
