import IgataSchema
import IgataTables

/// A call of a function of the program in a `@backfill(swift: "…")` of the new schema.
struct FunctionCall {
  struct Argument {
    let field: FieldReference
    /// `nil` for a field that the old model didn't have.
    let column: ColumnDescription?
    /// Whether there may be no row that has the field.
    let canBeMissing: Bool

    /// `nil` for a list.
    var type: SwiftFunction.ValueType? {
      column.flatMap { SwiftFunction.ValueType($0) }.map { type in
        .init(scalar: type.scalar, isOptional: type.isOptional || canBeMissing)
      }
    }
  }

  let name: String
  let arguments: [Argument]
  /// The column that gets the value.
  let column: ComparedColumn

  /// The type of the column that gets the value; `nil` for a list.
  var result: SwiftFunction.ValueType? { SwiftFunction.ValueType(column.new) }

  /// `nil` if a value can't be passed.
  var function: SwiftFunction? {
    let parameters = arguments.compactMap(\.type)
    guard let result, parameters.count == arguments.count else { return nil }
    return SwiftFunction(name: name, parameters: parameters, result: result)
  }
}

extension MatchedTables {
  /// The calls, in the order of the new schema. Those of models without former rows are left out.
  var functionCalls: [FunctionCall] {
    guard hasBackfills else { return [] }
    return match.new.models.indices.flatMap { model in
      match.new.models[model].columns.indices.compactMap { call(forColumn: $0, of: model) }
    }
  }

  private func call(forColumn index: Int, of model: Int) -> FunctionCall? {
    guard case .swift = match.new.backfill(ofColumn: index, of: model)?.kind else { return nil }
    let column = comparedColumn(new: index, of: model)
    guard case .swift(let name, let fields) = column.backfill?.kind, let row = rowRead(byColumn: index, of: model)
    else { return nil }
    let columns = old[row.model].table.columns
    let arguments = fields.map { field in
      FunctionCall.Argument(
        field: field, column: columns.first { $0.stores(field) }, canBeMissing: row.canBeMissing)
    }
    return FunctionCall(name: name, arguments: arguments, column: column)
  }

  /// The old model whose fields the backfill of a column reads, and whether rows can be without a row of it; `nil` for
  /// a new model.
  func rowRead(byColumn column: Int, of model: Int) -> (model: Int, canBeMissing: Bool)? {
    if let move = match.valueMoves.first(where: { $0.targetModel == model && $0.oldColumn(of: column) != nil }) {
      return (move.sourceModel, canLackSource(move))
    }
    return match.model(new: model).map { ($0.old, false) }
  }
}
