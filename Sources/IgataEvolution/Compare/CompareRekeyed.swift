import IgataDiagnostics
import IgataSchema
import IgataTables

extension Comparison {
  /// Compares a relation that refers to rows of the same model by other columns.
  ///
  /// - Returns: Whether it is one.
  mutating func compareRekeyed(_ pair: FieldMatch, _ model: ModelMatch, _ path: String) -> Bool {
    guard let reference = tables.rekeyedReference(pair, of: model) else { return false }
    let field = new.models[model.new].fields[pair.new]
    requireComputable(reference.added.map(\.reference), of: field.target, field)
    let wasOptional = reference.columns.contains { oldTables[model.old].table.columns[$0].isNullable }
    for (column, _) in reference.added where wasOptional {
      requireValue(tables.comparedColumn(new: column, of: model.new))
    }
    for (index, column) in new.models[model.new].columns.enumerated() where column.field == pair.new {
      compare(tables.comparedColumn(index, of: model))
    }
    let names = newTables[field.target].table.names(reference.added.map(\.reference)).listed()
    add(
      .targetChanged, .safe, path, "'\(field.name)' refers to the same rows by \(names)", at: field.origin.range,
      breaks: [.storage, .source])
    return true
  }

  /// Compares the table of a list whose rows refer to others by other columns.
  mutating func compareRekeyedList(_ pair: FieldMatch, of model: ModelMatch) {
    let field = new.models[model.new].fields[pair.new]
    for target in Set([model.new, field.target]).sorted() {
      guard let match = match.model(new: target) else { continue }
      let key = newTables[target].table.primaryKey
      let oldKey = oldTables[match.old].table.primaryKey
      let added = key.filter { column in match.oldColumn(of: column).map { !oldKey.contains($0) } ?? true }
      if added.isEmpty { continue }
      requireComputable(added, of: target, field)
      let names = newTables[target].table.names(added).listed()
      add(
        .targetChanged, .safe, "\(new.models[model.new].name).\(field.name)",
        "'\(field.name)' refers to the rows of '\(new.models[target].name)' by \(names)", at: field.origin.range,
        breaks: .storage)
    }
  }

  /// Reports a field whose values refer to rows by columns with values that only the rows themselves get.
  mutating func requireComputable(_ columns: [Int], of model: Int, _ field: Field) {
    guard let pair = match.model(new: model), !columns.allSatisfy({ tables.isComputable($0, of: pair) }) else { return }
    report(.otherKey(of: new.models[model], for: field))
  }
}
