import IgataSchema
import IgataTables

/// The values that the rows of a table get.
struct ColumnValues {
  /// The expressions of the new columns.
  var expressions: [String] = []
  var stops: [SQLiteScript.Stop] = []
}

extension SQLiteTable {
  /// The expressions of the new columns, and the conditions under which the script stops.
  var values: ColumnValues {
    var values = ColumnValues()
    for index in new.columns.indices { values.expressions.append(value(index, &values.stops)) }
    return values
  }

  private func value(_ index: Int, _ stops: inout [SQLiteScript.Stop]) -> String {
    let value = computedValue(index, &stops)
    return followed.contains(index) ? followedValue(index) : value
  }

  /// The value that a column gets from the row itself.
  func ownValue(_ index: Int, _ stops: inout [SQLiteScript.Stop]) -> String {
    let value = computedOwnValue(index, &stops)
    return followed.contains(index) ? followedValue(index) : value
  }

  func computedValue(_ index: Int, _ stops: inout [SQLiteScript.Stop]) -> String {
    switch replacements[index] {
    case .value(let value): value
    case .conditional(let condition, let value):
      "CASE WHEN \(condition) THEN \(value) ELSE \(computedOwnValue(index, &stops)) END"
    case nil: computedOwnValue(index, &stops)
    }
  }

  private func computedOwnValue(_ index: Int, _ stops: inout [SQLiteScript.Stop]) -> String {
    let value = columnValue(index)
    if let column = sources[index] {
      let former = Former(qualified(column), old.columns[column], pair.enums[index], in: source)
      return whole(index, value.kept(former, &stops), &stops)
    }
    if value.backfill == nil, let key = generatedKey(index) ?? computedPosition(index) { return key }
    if let added = value.added { return whole(index, pair.valueInStruct(index, added, qualified), &stops) }
    stops.add(
      source, where: pair.isInStruct(index, qualified) ?? "1",
      "there is a row, and nothing gives it '\(new.columns[index].name)'")
    return "NULL"
  }

  /// A value that isn't null where the optional struct is there that the column is a part of.
  private func whole(_ index: Int, _ value: String, _ stops: inout [SQLiteScript.Stop]) -> String {
    if let condition = pair.lacksMember(index, value, qualified) {
      stops.add(source, where: condition, "the backfill of '\(new.columns[index].name)' gives no value")
    }
    return value
  }
}
