import IgataSchema
import IgataTables

/// The values that the rows of a table get.
struct CarriedValues {
  /// The expressions of the new columns.
  var expressions: [String] = []
  var stops: [SQLiteScript.Stop] = []
}

extension Carried {
  /// The expressions of the new columns, and the conditions under which the script stops.
  var values: CarriedValues {
    var values = CarriedValues()
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
    if value.backfill == nil, let made = madeKey(index) ?? madePosition(index) { return made }
    if let added = value.added { return whole(index, pair.valueInStruct(index, added, qualified), &stops) }
    stops.append(
      .init(
        table: source.name, key: key, condition: pair.isInStruct(index, qualified) ?? "1",
        reason: "there is a row, and nothing gives it '\(new.columns[index].name)'"))
    return "NULL"
  }

  /// A value that isn't null where the optional struct is there that the column is a part of.
  private func whole(_ index: Int, _ value: String, _ stops: inout [SQLiteScript.Stop]) -> String {
    if let condition = pair.lacksMember(index, value, qualified) {
      stops.append(
        .init(
          table: source.name, key: key, condition: condition,
          reason: "the backfill of '\(new.columns[index].name)' gives no value"))
    }
    return value
  }

  /// What a column gets.
  func columnValue(_ index: Int) -> RowValue {
    let backfill = pair.columns.indices.contains(index) ? pair.columns[index].backfill : nil
    var value = RowValue(column: new.columns[index], backfill: backfill, row: source, dialect: dialect)
    guard pair.columns.indices.contains(index) else { return value }
    value.losesNulls = pair.columns[index].losesNulls
    value.isInStruct = pair.isInStruct(index, qualified)
    return value
  }
}
