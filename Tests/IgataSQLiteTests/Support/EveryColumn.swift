import Foundation
import IgataTables
@_spi(Backend) import IgataRuntime

/// A column of every type, with every constraint and default that SQL can express, and such as it can't.
struct EveryColumn: TestModel {
  var _origin = ModelOrigin()
  var id: UUID

  // Only its table is of interest.
  init(row: inout RowReader) {
    id = row.uuid(0)
    _origin = row.origin
  }
  func write(to row: inout RowWriter) { row.uuid(0, id) }

  static let table = TableDescription(
    model: "EveryColumn", name: "every \"column\"",
    columns: [
      ColumnDescription("id", ["id"], .uuid, default: .uuid7),
      ColumnDescription("flag", ["flag"], .bool, default: .value(.bool(false))),
      ColumnDescription("small", ["small"], .int16, default: .value(.integer(-32_768))),
      ColumnDescription(
        "stars", ["stars"], .int16, default: .value(.integer(3)),
        constraints: ColumnConstraints(minimum: "1", maximum: "5")),
      ColumnDescription("medium", ["medium"], .int32, constraints: ColumnConstraints(minimum: "-5")),
      ColumnDescription("large", ["large"], .int64, default: .value(.integer(.min))),
      ColumnDescription("plain", ["plain"], .int, constraints: ColumnConstraints(maximum: "7", excludesMaximum: true)),
      ColumnDescription("single", ["single"], .float, default: .value(.real(1.5))),
      ColumnDescription(
        "double", ["double"], .double, default: .value(.real(0.1)),
        constraints: ColumnConstraints(minimum: "0.05", maximum: "0.95", excludesMaximum: true)),
      ColumnDescription("huge", ["huge"], .double, default: .value(.real(1e300))),
      ColumnDescription("exact", ["exact"], .decimal(), default: .value(.decimal("-12.50"))),
      ColumnDescription("price", ["price"], .decimal(precision: 12, scale: 2), constraints: .init(minimum: "0")),
      ColumnDescription(
        "money", ["money"], .fixed(scale: 1000), default: .value(.integer(1234)),
        constraints: ColumnConstraints(minimum: "-0.5", maximum: "1000000")),
      ColumnDescription("whole", ["whole"], .fixed(scale: 1), constraints: ColumnConstraints(maximum: "9")),
      ColumnDescription("text", ["text"], .string, default: .value(.text("a \"quoted\" 'word',\n💰 \\"))),
      ColumnDescription(
        "code", ["code"], .string,
        constraints: ColumnConstraints(minimumLength: 3, maximumLength: 254, pattern: ".+@.+")),
      ColumnDescription("long", ["long"], .string, constraints: ColumnConstraints(minimumLength: 1)),
      ColumnDescription("short", ["short"], .string, isNullable: true, constraints: .init(maximumLength: 16)),
      ColumnDescription("bytes", ["bytes"], .data, isNullable: true, constraints: .init(maximumLength: 4)),
      ColumnDescription("magic", ["magic"], .data),
      ColumnDescription("at", ["at"], .date, default: .now),
      ColumnDescription("since", ["since"], .date),
      ColumnDescription("link", ["link"], .url, isNullable: true),
      ColumnDescription("json", ["json"], .json),
      ColumnDescription("maybe_json", ["maybeJSON"], .json, isNullable: true),
      ColumnDescription("state", ["state"], .stringEnum(["open", "it's"]), default: .value(.text("it's"))),
      ColumnDescription("phase", ["phase"], .stringEnum(["open"], isOpen: true)),
      ColumnDescription("level", ["level"], .integerEnum([1, 5, 10], width: .int16), isNullable: true),
      ColumnDescription("grade", ["grade"], .integerEnum([1], width: .int32, isOpen: true)),
      ColumnDescription(
        "numbers", ["numbers"], .list(.scalar(.int64)), default: .value(.list([.integer(1), .integer(-2)])),
        constraints: ColumnConstraints(maximumLength: 5)),
      ColumnDescription("words", ["words"], .list(.scalar(.string)), default: .value(.list([.text("it's"), .text("\"")]))),
      ColumnDescription(
        "prices", ["prices"], .list(.scalar(.decimal())), default: .value(.list([.decimal("1.10")]))),
      ColumnDescription("keys", ["keys"], .list(.scalar(.uuid))),
    ],
    primaryKey: [0],
    uniques: [
      IndexDescription("every_code_key", [15]), IndexDescription("every_two_key", [1, 2], descending: [2]),
      IndexDescription("every_state_key", [25], where: .sql("state = 'open'")),
    ],
    indexes: [
      IndexDescription("every_text_idx", [14, 3], descending: [3]),
      IndexDescription("every_link_idx", [22], where: .sql("link IS NOT NULL")),
    ])

  /// A row of it that breaks no constraint.
  static let row: Row = [
    .key(1), .bool(true), .integer(7), .integer(5), .integer(-5), .integer(0), .integer(6), .real(2), .real(0.05),
    .real(3), .decimal(1), .decimal(0), .integer(-500), .integer(9), .text(""), .text("a@b"), .text("x"), .null, .null,
    .data(Data()), .date(microseconds: 1), .date(microseconds: 2), .null, .json(.null), .null, .text("open"),
    .text("anything"), .null, .integer(77), .list([]), .list([]), .list([]), .list([]),
  ]
}
