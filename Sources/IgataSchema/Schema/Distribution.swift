public import IgataDiagnostics

/// How a model's rows are distributed over several servers: `distribute(by: owner)` or `reference`.
public struct Distribution: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// Rows with the same value of a field are stored together. The value is the index of the field.
    case field(Int)
    /// Every server stores all rows.
    case reference
  }

  public var kind: Kind
  /// The location of the declaration.
  public var range: SourceRange
}

extension Model {
  /// The index of the field that the rows are distributed by.
  public var distributionField: Int? {
    if case .field(let field)? = distribution?.kind { field } else { nil }
  }

  /// Whether every server stores all rows.
  public var isReference: Bool { distribution?.kind == .reference }
}

extension Schema {
  /// For each model, the column that determines where its rows are stored, as an index into the model's columns.
  ///
  /// For a relation to a model with a key of several columns, it is the one that refers to the distribution column of
  /// that model. `nil` if rows aren't distributed, or if no single column determines it.
  ///
  /// - Complexity: O(*n*) for *n* columns of all models, regardless of the length of chains of relations.
  public var distributionColumns: [Int?] {
    var result = [Int?](repeating: nil, count: models.count)
    var isVisited = [Bool](repeating: false, count: models.count)
    for start in models.indices {
      var path: [(model: Int, columns: [Int])] = []
      var index = start
      // A cycle ends at a model without a distribution column.
      while !isVisited[index] {
        isVisited[index] = true
        guard let field = models[index].distributionField else { break }
        let columns = models[index].columns.indices.filter { models[index].columns[$0].field == field }
        if columns.count == 1 {
          result[index] = columns[0]
        } else if case .toOne(let target, _, _) = models[index].fields[field].kind {
          path.append((index, columns))
          index = target
        }
      }
      for step in path.reversed() {
        result[step.model] = referring(to: result[index], from: step)
        index = step.model
      }
    }
    return result
  }

  /// The column that refers to a column of the target, among the given columns.
  private func referring(to column: Int?, from step: (model: Int, columns: [Int])) -> Int? {
    step.columns.first {
      if case .reference(_, column, _) = models[step.model].columns[$0].role { true } else { false }
    }
  }
}
