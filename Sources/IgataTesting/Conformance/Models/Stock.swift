internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataTables

/// A model with constraints of every kind.
struct Stock: PersistableModel, Identifiable {
  var _origin = ModelOrigin()
  let id: Int64
  var code = "A-1"
  var quantity: Int16 = 10
  var price: Decimal = 1
  var weight: Float = 1
  var level = Level.low
  var low: Int64 = 0
  var high: Int64 = 0
  var position: Int64?

  init(id: Int64) { self.id = id }

  static let table = TableDescription(
    model: "Stock", name: "stock",
    columns: [
      ColumnDescription("id", ["id"], .int64),
      ColumnDescription(
        "code", ["code"], .string,
        constraints: ColumnConstraints(minimumLength: 3, maximumLength: 8, pattern: "[A-Z]-.*")),
      ColumnDescription(
        "quantity", ["quantity"], .int16, constraints: ColumnConstraints(minimum: "0", maximum: "30000")),
      ColumnDescription(
        "price", ["price"], .decimal(precision: 6, scale: 2), constraints: ColumnConstraints(minimum: "0")),
      ColumnDescription("weight", ["weight"], .float),
      ColumnDescription("level", ["level"], .integerEnum([1, 5, 10], width: .int16)),
      ColumnDescription("low", ["low"], .int64),
      ColumnDescription("high", ["high"], .int64),
      ColumnDescription("position", ["position"], .int64, isNullable: true),
    ],
    primaryKey: [0], uniques: [IndexDescription("stock_position_key", [8])])

  init(row: inout RowReader) {
    id = row.int64(0)
    code = row.string(1)
    quantity = row.value(2)
    price = row.value(3)
    weight = row.value(4)
    level = row.value(5)
    low = row.int64(6)
    high = row.int64(7)
    position = row.value(8)
    _origin = row.origin
  }

  func write(to row: inout RowWriter) {
    row.int64(0, id)
    row.string(1, code)
    row.value(2, quantity)
    row.value(3, price)
    row.value(4, weight)
    row.value(5, level)
    row.int64(6, low)
    row.int64(7, high)
    row.value(8, position)
  }

  struct Columns: ModelColumns {
    let path: RelationPath
    init(_path path: RelationPath) { self.path = path }
    var _path: RelationPath { path }

    var id: Column<Int64> { Column(path, 0) }
    var code: Column<String> { Column(path, 1) }
    var quantity: Column<Int16> { Column(path, 2) }
    var price: Column<Decimal> { Column(path, 3) }
    var weight: Column<Float> { Column(path, 4) }
    var level: Column<Level> { Column(path, 5) }
    var low: Column<Int64> { Column(path, 6) }
    var high: Column<Int64> { Column(path, 7) }
    var position: Column<Int64?> { Column(path, 8) }
  }
}
