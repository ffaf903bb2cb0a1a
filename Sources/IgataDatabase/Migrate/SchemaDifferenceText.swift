internal import IgataRuntime

/// A difference between a database and a version, for people.
enum SchemaDifferenceText {
  static func line(_ difference: SchemaDifference) -> String {
    "table '\(difference.table)'\(difference.column.map { ", column '\($0)'" } ?? ""): \(difference.problem)"
  }

  static func fix(_ difference: SchemaDifference) -> String { difference.sql ?? difference.help }
}
