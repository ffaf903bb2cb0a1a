internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataTables

/// A model with a key of two columns.
struct Seat: PersistableModel {
  var _origin = ModelOrigin()
  struct Key: PersistableKey {
    var row: Int32
    var number: Int32

    static var _columnCount: Int { 2 }

    init(row: Int32, number: Int32) {
      self.row = row
      self.number = number
    }

    init(row reader: inout RowReader, at column: Int) {
      row = reader.value(column)
      number = reader.value(column + 1)
    }

    func write(to writer: inout RowWriter, at column: Int) {
      writer.value(column, row)
      writer.value(column + 1, number)
    }

    var _keyValues: [StoredValue] { [row._storedValue, number._storedValue] }
  }

  var row: Int32
  var comfort: Int64
  var number: Int32

  init(row: Int32, number: Int32, comfort: Int64 = 3) {
    self.row = row
    self.number = number
    self.comfort = comfort
  }

  var primaryKey: Key { Key(row: row, number: number) }

  static let table = TableDescription(
    model: "Seat", name: "seat",
    columns: [
      ColumnDescription("row", ["row"], .int32),
      ColumnDescription("comfort", ["comfort"], .int64, default: .value(.integer(3))),
      ColumnDescription("number", ["number"], .int32),
    ],
    primaryKey: [0, 2],
    relations: [RelationDescription("tickets", .inverse(relation: 0)) { Ticket.self }])

  init(row: inout RowReader) {
    self.row = row.value(0)
    comfort = row.int64(1)
    number = row.value(2)
    _origin = row.origin
  }

  func write(to row: inout RowWriter) {
    row.value(0, self.row)
    row.int64(1, comfort)
    row.value(2, number)
  }

  struct Columns: ModelColumns {
    let path: RelationPath
    init(_path path: RelationPath) { self.path = path }
    var _path: RelationPath { path }

    var row: Column<Int32> { Column(path, 0) }
    var comfort: Column<Int64> { Column(path, 1) }
    var number: Column<Int32> { Column(path, 2) }
    var tickets: RelatedColumns<Ticket> { RelatedColumns(path, 0) }
  }
}

extension Seat {
  var tickets: Query<Ticket> { Query(_inverse: 0, of: primaryKey._keyValues) }
}

/// A model with a generated key, a version, a date of the last change, and relations to a composite key and to itself.
struct Ticket: PersistableModel, Identifiable {
  var _origin = ModelOrigin()
  var id: Int64
  private var _seat: Reference<Seat>?
  var holder: String
  private var _replaces: Reference<Ticket>?
  var revision: Int64
  var changedAt: Date

  init(
    id: Int64 = 0, seat: Seat? = nil, holder: String = "", replaces: Ticket? = nil, revision: Int64 = 0,
    changedAt: Date = Date(microsecondsSince1970: 0)
  ) {
    self.id = id
    _seat = seat.map { Reference($0) }
    self.holder = holder
    _replaces = replaces.map { Reference($0) }
    self.revision = revision
    self.changedAt = changedAt
  }

  var seat: Seat? {
    get { _seat?.loaded }
    set { _seat = Reference(newValue, replacing: _seat) }
  }

  var seatID: Seat.PrimaryKey? { _seat?.key }

  var replaces: Ticket? {
    get { _replaces?.loaded }
    set { _replaces = Reference(newValue, replacing: _replaces) }
  }

  var replacesID: Int64? {
    get { _replaces?.key }
    set { _replaces = Reference(key: newValue, replacing: _replaces) }
  }
}

extension Ticket {
  static let table = TableDescription(
    model: "Ticket", name: "ticket",
    columns: [
      ColumnDescription("id", ["id"], .int64, default: .autoincrement),
      ColumnDescription("seat_row", ["seatID", "row"], .int32, isNullable: true),
      ColumnDescription("seat_number", ["seatID", "number"], .int32, isNullable: true),
      ColumnDescription("holder", ["holder"], .string),
      ColumnDescription("replaces_id", ["replacesID"], .int64, isNullable: true),
      ColumnDescription("revision", ["revision"], .int64),
      ColumnDescription("changed_at", ["changedAt"], .date),
    ],
    primaryKey: [0],
    relations: [
      RelationDescription("seat", .optional(columns: [1, 2], .nullify)) { Seat.self },
      RelationDescription("replaces", .optional(columns: [4], .nullify)) { Ticket.self },
    ],
    versionColumn: 5, updatedColumns: [6])

  init(row: inout RowReader) {
    id = row.int64(0)
    _seat = row.optionalReference(1, relation: 0)
    holder = row.string(3)
    _replaces = row.optionalReference(4, relation: 1)
    revision = row.int64(5)
    changedAt = row.date(6)
    _origin = row.origin
  }

  func write(to row: inout RowWriter) {
    row.int64(0, id)
    row.reference(1, _seat)
    row.string(3, holder)
    row.reference(4, _replaces)
    row.int64(5, revision)
    row.date(6, changedAt)
  }

  mutating func _visitRelations(_ visitor: any RelationVisitor) {
    visitor.visit(&_seat, relation: 0)
    visitor.visit(&_replaces, relation: 1)
  }

  mutating func _assign(generatedKey: Int64) { id = generatedKey }

  mutating func _stamp(with stamp: SaveStamp) throws(StoreError) {
    revision = try stamp.next(after: revision, of: "Ticket.revision")
    changedAt = stamp.now
  }

  static func == (left: Ticket, right: Ticket) -> Bool {
    left.id == right.id && left.seatID == right.seatID && left.holder == right.holder
      && left.replacesID == right.replacesID && left.revision == right.revision && left.changedAt == right.changedAt
  }

  struct Columns: ModelColumns {
    let path: RelationPath
    init(_path path: RelationPath) { self.path = path }
    var _path: RelationPath { path }

    var id: Column<Int64> { Column(path, 0) }
    var seat: ToOne<Seat> { ToOne(_path: path.appending(0)) }
    var holder: Column<String> { Column(path, 3) }
    var replaces: Ticket.Columns { Ticket.Columns(_path: path.appending(1)) }
    var replacesID: Column<Int64?> { Column(path, 4) }
    var revision: Column<Int64> { Column(path, 5) }
  }
}

/// Rows that prevent the deletion of the rows that they refer to: immediately, or at the end of the transaction.
struct Guard: PersistableModel, Identifiable {
  var _origin = ModelOrigin()
  let id: Int64
  var restrictedID: String?
  var deferredID: String?

  init(id: Int64, restricting: Label? = nil, deferring: Label? = nil) {
    self.id = id
    restrictedID = restricting?.name
    deferredID = deferring?.name
  }

  static let table = TableDescription(
    model: "Guard", name: "guard",
    columns: [
      ColumnDescription("id", ["id"], .int64),
      ColumnDescription("restricted", ["restrictedID"], .string, isNullable: true),
      ColumnDescription("deferred", ["deferredID"], .string, isNullable: true),
    ],
    primaryKey: [0],
    relations: [
      RelationDescription("restricted", .optional(columns: [1], .restrict)) { Label.self },
      RelationDescription("deferred", .optional(columns: [2], .noAction)) { Label.self },
    ])

  init(row: inout RowReader) {
    id = row.int64(0)
    restrictedID = row.value(1)
    deferredID = row.value(2)
    _origin = row.origin
  }

  func write(to row: inout RowWriter) {
    row.int64(0, id)
    row.value(1, restrictedID)
    row.value(2, deferredID)
  }

  struct Columns: ModelColumns {
    let path: RelationPath
    init(_path path: RelationPath) { self.path = path }
    var _path: RelationPath { path }

    var id: Column<Int64> { Column(path, 0) }
    var restricted: Label.Columns { Label.Columns(_path: path.appending(0)) }
    var deferredID: Column<String?> { Column(path, 2) }
  }
}

/// Rows in chains, each of which is deleted with the one before it.
struct Link: PersistableModel, Identifiable {
  var _origin = ModelOrigin()
  let id: Int64
  var previousID: Int64?

  init(id: Int64, previousID: Int64? = nil) {
    self.id = id
    self.previousID = previousID
  }

  static let table = TableDescription(
    model: "Link", name: "link",
    columns: [
      ColumnDescription("id", ["id"], .int64),
      ColumnDescription("previous_id", ["previousID"], .int64, isNullable: true),
    ],
    primaryKey: [0],
    relations: [RelationDescription("previous", .optional(columns: [1], .cascade)) { Link.self }])

  init(row: inout RowReader) {
    id = row.int64(0)
    previousID = row.value(1)
    _origin = row.origin
  }

  func write(to row: inout RowWriter) {
    row.int64(0, id)
    row.value(1, previousID)
  }

  struct Columns: ModelColumns {
    let path: RelationPath
    init(_path path: RelationPath) { self.path = path }
    var _path: RelationPath { path }

    var id: Column<Int64> { Column(path, 0) }
    var previousID: Column<Int64?> { Column(path, 1) }
  }
}

enum ConformanceSchema: PersistableSchema {
  static var models: [any PersistableModel.Type] {
    [
      Specimen.self, Preferences.self, Person.self, Label.self, Account.self, Seat.self, Ticket.self, Guard.self,
      Link.self, Stock.self, Stay.self, Voucher.self, Depot.self, Parcel.self, Reading.self, Gauge.self,
    ]
  }
}
