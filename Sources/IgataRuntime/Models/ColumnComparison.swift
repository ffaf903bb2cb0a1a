internal import Foundation

extension PersistableModel {
  /// Whether a store would consider the models equal: their columns are equal, texts by their bytes, and so are their
  /// relations: their keys, and the models themselves. A loaded model doesn't equal one that isn't loaded.
  ///
  /// It is implemented once, with the code that writes columns, as ten comparisons in each model would take the
  /// compiler longer than all of its other code.
  public static func == (left: Self, right: Self) -> Bool {
    ColumnComparison.areEqual(left, right) && (table.relations.isEmpty || RelationComparison.areEqual(left, right))
  }
}

/// Compares the columns of two models byte for byte: the first model's values are recorded, and the second model's
/// values are compared with them as it writes them.
final class ColumnComparison {
  private var values: [StoredValue] = []
  /// The number of values of the second model that have been compared.
  private var comparedCount = 0
  private var isFirst = true
  private var differences: [Int] = []

  static func areEqual<Model: PersistableModel>(_ left: Model, _ right: Model) -> Bool {
    differences(left, right).isEmpty
  }

  /// The columns whose values differ, in ascending order.
  static func differences<Model: PersistableModel>(_ left: Model, _ right: Model) -> [Int] {
    let comparison = ColumnComparison()
    comparison.values.reserveCapacity(Model.table.columns.count)
    var writer = RowWriter(comparison)
    left.write(to: &writer)
    comparison.isFirst = false
    right.write(to: &writer)
    return comparison.differences
  }
}

extension ColumnComparison: RowOutput {
  func null(_ column: Int) { value(column, .null) }
  func bool(_ column: Int, _ value: Bool) { self.value(column, .bool(value)) }
  func integer(_ column: Int, _ value: Int64) { self.value(column, .integer(value)) }
  func real(_ column: Int, _ value: Double) { self.value(column, .real(value)) }
  func text(_ column: Int, _ value: String) -> Bool {
    self.value(column, .text(value))
    return true
  }
  func uuid(_ column: Int, _ value: UUID) { self.value(column, .uuid(value)) }
  func date(_ column: Int, _ microseconds: Int64) { self.value(column, .date(microseconds: microseconds)) }

  func value(_ column: Int, _ value: StoredValue) {
    if isFirst { return values.append(value) }
    let isEqual = values.indices.contains(comparedCount) && values[comparedCount] == value
    if !isEqual { differences.append(column) }
    comparedCount += 1
  }

  func finish() -> WrittenRow { .written(key: nil) }
}
