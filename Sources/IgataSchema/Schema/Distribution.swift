public import IgataDiagnostics

/// How a model's rows are spread over several servers: `distribute(by: owner)` or `reference`.
public struct Distribution: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// Rows with the same value of a field, the index of which this is, lie together.
    case field(Int)
    /// Every server holds all rows.
    case reference
  }

  public var kind: Kind
  /// Where the schema says so.
  public var range: SourceRange

  public init(kind: Kind, range: SourceRange) {
    self.kind = kind
    self.range = range
  }
}

extension Model {
  /// The index of the field that the rows are spread by.
  public var distributionField: Int? {
    if case .field(let field)? = distribution?.kind { field } else { nil }
  }

  /// Whether every server holds all rows.
  public var isReference: Bool { distribution?.kind == .reference }
}

extension Schema {
  /// The columns that tell where the rows of each model lie, as indexes into the model's columns.
  ///
  /// For a relation to a model with a key of several columns, it is the one that refers to the column that spreads that
  /// model. `nil` where rows are not spread, or where no one column can tell.
  ///
  /// - Complexity: O(*n*) for *n* columns of all models, however long the chains of relations are.
  public var distributionColumns: [Int?] {
    var result = [Int?](repeating: nil, count: models.count)
    var isVisited = [Bool](repeating: false, count: models.count)
    for start in models.indices {
      var path: [(model: Int, columns: [Int])] = []
      var index = start
      // A circle ends at a model of which no column tells.
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

  /// The one of some columns that refers to a column of the target.
  private func referring(to column: Int?, from step: (model: Int, columns: [Int])) -> Int? {
    step.columns.first {
      if case .reference(_, column, _) = models[step.model].columns[$0].role { true } else { false }
    }
  }
}
