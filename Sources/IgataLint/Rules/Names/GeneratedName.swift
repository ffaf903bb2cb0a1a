import IgataDiagnostics
import IgataSchema

extension LintRule {
  /// A field has the name of something that every generated type has.
  ///
  /// An `id` that is not the key becomes `id_` in Swift, as every model has an `id`; `self` and `Type` get an
  /// underscore too; `hashValue`, `convert` or `schema` hide what else the name would reach.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Part {
  ///   number: String @primaryKey
  ///   id: Int64
  /// }
  /// ```
  ///
  /// ## Mend
  ///
  /// ```igata
  /// model Part {
  ///   number: String @primaryKey
  ///   supplierCode: Int64 @column("id")
  /// }
  /// ```
  static let generatedName = LintRule("generated-name", .names, .usual, check: .fields(checkGeneratedName))
}

private func checkGeneratedName(_ field: LintField, _ context: LintContext, _ findings: inout Findings) {
  if bentNames.contains(field.name) {
    report(field, "'\(field.name)' has to become '\(field.name)_' in Swift", &findings)
  } else if field.name == "id", let model = field.model, !isKey(field, context.schema.models[model]) {
    report(field, "'id' has to become 'id_' in Swift, as the key is something else", &findings)
  } else if memberNames.contains(field.name) {
    report(field, "'\(field.name)' hides what every generated type has under this name", &findings)
  }
}

private func report(_ field: LintField, _ message: String, _ findings: inout Findings) {
  findings.report(
    message, at: field.range, help: "choose another name; '@column(\"\(field.field.columnName)\")' keeps the column")
}

private func isKey(_ field: LintField, _ model: Model) -> Bool {
  model.primaryKey.count == 1 && model.primaryKey.allSatisfy { model.columns[$0].field == field.position }
}

private let bentNames: Set<String> = ["self", "Type", "Protocol", "Columns", "ID"]
private let memberNames: Set<String> = [
  "convert", "customMirror", "debugDescription", "hashValue", "init", "objectSchema", "realm", "schema",
]
