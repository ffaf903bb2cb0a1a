import IgataDiagnostics
import IgataSchema

extension LintRule {
  /// A wrapper keeps a row where a struct would do.
  ///
  /// The target has a table of its own for a few plain fields that nothing else refers to. A struct puts them into the
  /// owner's row: no second row, no query for it.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Settings {
  ///   id: UUID = uuid() @primaryKey
  ///   fontSize: Int = 12
  /// }
  ///
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   settings: Settings = Settings()
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// struct Settings {
  ///   fontSize: Int = 12
  /// }
  ///
  /// model Person {
  ///   id: UUID = uuid() @primaryKey
  ///   settings: Settings
  /// }
  /// ```
  static let wrapperRow = LintRule("wrapper-row", .relations, .picky, check: .fields(checkWrapperRow))
}

private func checkWrapperRow(_ field: LintField, _ context: LintContext, _ findings: inout Findings) {
  guard case .toOne(let target, .wrapper, _) = field.kind, context.index.usesOfModels[target].count == 1 else { return }
  let model = context.schema.models[target]
  guard model.fields.count <= 6, model.uniques.isEmpty, model.indexes.isEmpty, model.fields.allSatisfy(isPlain) else {
    return
  }
  let count = model.fields.count - 1
  findings.report(
    "'\(field.name)' keeps \(count) plain \(count == 1 ? "field" : "fields") in a table of their own",
    at: field.typeRange, help: "make '\(model.name)' a struct",
    related: [.init(model.origin.range, "'\(model.name)' is here")])
}

private func isPlain(_ field: Field) -> Bool {
  switch field.kind {
  case .value, .list: true
  case .embedded, .toOne, .toMany, .ordered: false
  }
}
