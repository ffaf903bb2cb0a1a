/// The values that a model of an `@external` table had when it was read, so that a save writes only what the program
/// has changed since, and not what another program has.
///
/// They take no part in comparisons, hashes, dictionaries and coding.
public struct OriginalRow: Sendable {
  private final class Values: Sendable {
    let row: [StoredValue]

    init(_ row: [StoredValue]) { self.row = row }
  }

  private let values: Values?

  /// Of a model that no store has read.
  public init() { values = nil }

  /// Of a model that a store has just read or written.
  init(of model: some PersistableModel) { values = Values(model.columnValues) }

  /// Whether a store has read or written the model.
  var isRead: Bool { values != nil }

  /// The columns whose values have been changed since; `nil` if the model wasn't read.
  func changedColumns(of model: some PersistableModel) -> Set<Int>? {
    guard let row = values?.row else { return nil }
    let now = model.columnValues
    return Set(now.indices.filter { !row.indices.contains($0) || row[$0] != now[$0] })
  }
}

extension OriginalRow: ShownByDescription {
  /// `read` or `new`.
  public var description: String { values == nil ? "new" : "read" }
}

extension RowReader {
  /// The values of a model that was made of the current row; none if the row doesn't come from a store.
  public func original(of model: some PersistableModel) -> OriginalRow {
    source == nil ? OriginalRow() : OriginalRow(of: model)
  }
}

extension PersistableModel {
  /// None: only generated models of `@external` tables keep them.
  public var _original: OriginalRow {
    get { OriginalRow() }
    set {}
  }
}
