import IgataDiagnostics
import IgataSchema
import IgataTables

extension Comparison {
  /// Reports fields that a backfill reads and that the old model didn't have.
  mutating func checkReferences() {
    var reported: Set<SourceRange> = []
    for model in new.models.indices {
      for column in new.models[model].columns.indices {
        let references = tables.comparedColumn(new: column, of: model).backfill?.references ?? []
        guard !references.isEmpty, let old = oldModel(ofColumn: column, in: model) else { continue }
        let columns = oldTables[old].table.columns
        for field in references where !columns.contains(where: { $0.stores(field) }) {
          guard reported.insert(field.range).inserted else { continue }
          let nearest = nearest(field.text, in: columns.map { $0.path.joined(separator: ".") })
          report(.unknownFormerName(field, in: self.old.models[old].name, nearest: nearest))
        }
      }
    }
  }

  /// The model whose fields the backfill of a column reads.
  private func oldModel(ofColumn column: Int, in model: Int) -> Int? {
    let taking = match.takings.first { $0.taker == model && $0.oldColumn(of: column) != nil }
    return taking?.giver ?? match.model(new: model)?.old
  }
}

extension Backfill {
  /// The fields that the value is computed from.
  fileprivate var references: [FieldReference] {
    switch kind {
    case .sql(let sqlite, let postgresql):
      [sqlite, postgresql].compactMap(\.self).flatMap(\.pieces).compactMap { piece in
        if case .field(let field) = piece { field } else { nil }
      }
    case .swift(_, let arguments): arguments
    case .value, .rounded, .truncated, .clamped, .none: []
    }
  }
}

extension ColumnDescription {
  /// Whether it has the values of a field, or the key of the relation that the field is.
  func stores(_ field: FieldReference) -> Bool {
    path == field.path || path == [(field.path.first ?? "") + "ID"]
  }
}
