internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataTables

/// A model with checks, and with a unique constraint on some of its rows.
struct Stay: PersistableModel, Identifiable {
  var _origin = ModelOrigin()
  let id: Int64
  var room = "101"
  var first: Int64 = 1
  var last: Int64?
  var isDraft = false
  var deposit: Currency?

  init(id: Int64, room: String = "101", last: Int64? = nil, isDraft: Bool = false) {
    self.id = id
    self.room = room
    self.last = last
    self.isDraft = isDraft
  }

  static let table = TableDescription(
    """
    table Stay stay
    column id int64
    column room string
    column first int64
    column last int64 null
    column is_draft of isDraft bool
    column deposit fixed(1000) null
    key id
    unique stay_room_key (room) where (is_draft == false)
    check stay_order (any (last is null) (last > first))
    check stay_room (all (length room <= 8) (not (room in ("attic", "it's"))))
    check stay_deposit (any (is_draft == true) (deposit != 500))
    """)

  init(row: inout RowReader) {
    id = row.int64(0)
    room = row.string(1)
    first = row.int64(2)
    last = row.value(3)
    isDraft = row.value(4)
    deposit = row.value(5)
    _origin = row.origin
  }

  func write(to row: inout RowWriter) {
    row.int64(0, id)
    row.string(1, room)
    row.int64(2, first)
    row.value(3, last)
    row.value(4, isDraft)
    row.value(5, deposit)
  }

  struct Columns: ModelColumns {
    let path: RelationPath
    init(_path path: RelationPath) { self.path = path }
    var _path: RelationPath { path }

    var id: Column<Int64> { Column(path, 0) }
    var room: Column<String> { Column(path, 1) }
    var first: Column<Int64> { Column(path, 2) }
    var last: Column<Int64?> { Column(path, 3) }
    var isDraft: Column<Bool> { Column(path, 4) }
    var deposit: Column<Currency?> { Column(path, 5) }
  }
}
