internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataTables

/// A model with values that the database makes, a generated key, and a relation to itself.
struct Voucher: PersistableModel, Identifiable {
  var _origin = ModelOrigin()
  var id: Int64 = 0
  var name: String
  var code: String?
  var number: Int64?
  private var _replaces: Reference<Voucher>?

  init(_ name: String, code: String? = nil, number: Int64? = nil, replaces: Voucher? = nil) {
    self.name = name
    self.code = code
    self.number = number
    _replaces = replaces.map { Reference($0) }
  }

  var replaces: Voucher? {
    get { _replaces?.loaded }
    set { _replaces = Reference(newValue, replacing: _replaces) }
  }

  /// The values of the fields for which the database can make some.
  var made: String { "\(name) \(code ?? "nil") \(number.map(String.init) ?? "nil")" }

  static let table = TableDescription(
    model: "Voucher", name: "voucher",
    columns: [
      ColumnDescription("id", ["id"], .int64, default: .autoincrement),
      ColumnDescription("name", ["name"], .string),
      ColumnDescription("code", ["code"], .string, isNullable: true, default: .sql("lower('MADE')")),
      ColumnDescription("number", ["number"], .int64, isNullable: true, default: .sql("40 + 2")),
      ColumnDescription("replaces_id", ["replacesID"], .int64, isNullable: true),
    ],
    primaryKey: [0], uniques: [IndexDescription("voucher_name_key", [1])],
    relations: [RelationDescription("replaces", .optional(columns: [4], .nullify)) { Voucher.self }])

  init(row: inout RowReader) {
    id = row.int64(0)
    name = row.string(1)
    code = row.value(2)
    number = row.value(3)
    _replaces = row.optionalReference(4, relation: 0)
    _origin = row.origin
  }

  func write(to row: inout RowWriter) {
    row.int64(0, id)
    row.string(1, name)
    row.value(2, code)
    row.value(3, number)
    row.reference(4, _replaces)
  }

  mutating func _visitRelations(_ visitor: any RelationVisitor) { visitor.visit(&_replaces, relation: 0) }

  mutating func _assign(generatedKey: Int64) { id = generatedKey }

  mutating func _assign(defaultsOf stored: Voucher) {
    code = stored.code
    number = stored.number
  }

  static func == (left: Voucher, right: Voucher) -> Bool {
    left.id == right.id && left.made == right.made && left._replaces?.key == right._replaces?.key
  }

  struct Columns: ModelColumns {
    let path: RelationPath
    init(_path path: RelationPath) { self.path = path }
    var _path: RelationPath { path }

    var id: Column<Int64> { Column(path, 0) }
    var name: Column<String> { Column(path, 1) }
    var code: Column<String?> { Column(path, 2) }
    var number: Column<Int64?> { Column(path, 3) }
    var replaces: Voucher.Columns { Voucher.Columns(_path: path.appending(0)) }
  }
}
