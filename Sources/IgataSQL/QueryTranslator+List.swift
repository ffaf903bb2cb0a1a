internal import Foundation
@_spi(Backend) public import IgataRuntime
public import IgataTables

extension QueryTranslator {
  /// The number of values up to which a list is better passed value by value if the database can also read it as a
  /// table.
  @_spi(Backend) public static let longestList = 8

  /// Appends ` IN` and a list of rows without null. Each row has as many values as there are expressions.
  mutating func appendList(
    _ rows: [[StoredValue]], of expressions: [QueryExpression], isNegated: Bool
  ) throws(StoreError) {
    var types: [ColumnType] = []
    for expression in expressions { types.append(try type(of: expression).widened) }
    dialect.appendList(rows, of: types, isNegated: isNegated, to: &self)
  }

  /// Appends the condition that a list contains a value.
  mutating func append(
    _ list: QueryExpression, contains value: StoredValue, isNegated: Bool
  ) throws(StoreError) {
    guard !value.isNull, !isRefused(value) else { return sql += dialect.condition(isNegated) }
    let isNullable = try isNullable(list)
    let type = try type(of: list)
    let elements = try sql(of: list)
    let element = try rendering { (query) throws(StoreError) in
      query.appendParameter(query.dialect.typesLists ? .list(.list([value]), type) : .value(.list([value])))
    }
    sql += isNegated && !isNullable ? "NOT (" : "("
    sql += dialect.contains(list: elements, element)
    sql += isNegated && isNullable ? ") IS NOT TRUE" : ")"
  }

  /// Appends rows value by value: `($1, $2)`, or `(VALUES ($1, $2), ($3, $4))` if rows have several values.
  ///
  /// - Parameter keyword: The keyword before rows of several values.
  @_spi(Backend) public mutating func appendValues(
    _ rows: [[StoredValue]], _ types: [ColumnType], after keyword: String = "VALUES "
  ) {
    let isWide = rows.contains { $0.count > 1 }
    sql += isWide ? "(" + keyword : "("
    for (index, row) in rows.enumerated() {
      sql += index == 0 ? "" : ", "
      if isWide { sql += "(" }
      for (column, value) in row.enumerated() {
        sql += column == 0 ? "" : ", "
        if dialect.typesLists, types.indices.contains(column), types[column].isList {
          appendParameter(.list(value, types[column]))
        } else {
          appendParameter(.value(value))
        }
      }
      if isWide { sql += ")" }
    }
    sql += ")"
  }
}

extension RowQuery {
  /// The keys in their order, if the query selects the rows with many keys and nothing else, and if all databases sort
  /// such keys in the same way; otherwise `nil`.
  var sortedKeys: KeyList? {
    guard let keys, keys.count > QueryTranslator.longestList, keys.width <= QueryTranslator.widestKey,
      keys.values.allSatisfy(\.isPlainKey)
    else { return nil }
    // A load sorts the keys of related rows itself.
    let indices = keys.indices
    if indices.dropFirst().allSatisfy({ keys.isAscending($0 - 1, $0) }) { return keys }
    let sorted = indices.sorted { keys.isAscending($0, $1) }
    let unique = sorted.indices.filter { $0 == 0 || keys.isAscending(sorted[$0 - 1], sorted[$0]) }
    return KeyList(width: keys.width, values: unique.flatMap { keys[sorted[$0]] })
  }
}

extension KeyList {
  /// Whether the key at one index precedes the key at another.
  fileprivate func isAscending(_ left: Int, _ right: Int) -> Bool {
    for column in 0..<width {
      switch values[left * width + column].compared(to: values[right * width + column]) {
      case .orderedAscending: return true
      case .orderedDescending: return false
      case .orderedSame: continue
      }
    }
    return false
  }
}

extension StoredValue {
  /// Whether a key of this kind needs no collation.
  fileprivate var isPlainKey: Bool {
    switch self {
    case .integer, .text, .uuid: true
    case .null, .bool, .real, .data, .date, .day, .decimal, .json, .list: false
    }
  }
}

@_spi(Backend) extension ColumnType {
  /// Whether the values are lists.
  public var isList: Bool {
    if case .list = self { true } else { false }
  }

  /// The widest type of the same kind of values.
  public var widened: ColumnType { storage.widestScalar.map { .scalar($0) } ?? self }
}
