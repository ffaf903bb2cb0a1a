import IgataDiagnostics
import IgataSchema
import IgataTables

extension Comparison {
  /// Reports fields that a backfill reads and that the old model didn't have.
  mutating func checkReferences() {
    guard tables.hasBackfills else { return }
    var reported: Set<SourceRange> = []
    for model in new.models.indices {
      for column in new.models[model].columns.indices {
        let references = tables.comparedColumn(new: column, of: model).backfill?.references ?? []
        guard !references.isEmpty, let old = tables.rowRead(byColumn: column, of: model)?.model else { continue }
        let columns = oldTables[old].table.columns
        for field in references where !columns.contains(where: { $0.stores(field) }) {
          guard reported.insert(field.range).inserted else { continue }
          let nearest = nearest(field.text, in: columns.map { $0.path.joined(separator: ".") })
          report(.unknownFormerName(field, in: self.old.models[old].name, nearest: nearest))
        }
      }
    }
  }

  /// Reports functions of the program that get or return lists, or that are called with different types.
  mutating func checkFunctions() {
    var first: [String: SwiftFunction] = [:]
    for call in tables.functionCalls {
      for argument in call.arguments where argument.column != nil && argument.type == nil {
        report(.unpassableList(argument.field, to: call.column))
      }
      if call.result == nil { report(.unpassableList(returnedTo: call.column)) }
      guard let function = call.function else { continue }
      let name = foldedName(function.name)
      if let other = first[name], other != function {
        report(.mismatchedFunction(function, other, of: nil, at: call.column))
      } else {
        first[name] = function
      }
    }
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
