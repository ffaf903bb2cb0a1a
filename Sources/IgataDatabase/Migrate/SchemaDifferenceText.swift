internal import IgataRuntime

/// A difference between a database and a version, for people.
enum SchemaDifferenceText {
  static func line(_ difference: SchemaDifference) -> String {
    "table '\(difference.table)'\(difference.column.map { ", column '\($0)'" } ?? ""): \(difference.problem)"
  }

  /// The two ways out: what takes the difference back, and what the schema has to say otherwise.
  static func fixes(_ difference: SchemaDifference) -> [String] {
    let change = difference.field.map { "or change '\($0)' in the schema to what the database has" }
    return [difference.sql ?? difference.help] + [change].compactMap(\.self)
  }
}
