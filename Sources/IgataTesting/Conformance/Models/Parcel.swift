@_spi(Backend) internal import IgataRuntime

/// A model to whose unique field others refer, and which is in lists without an order.
struct Depot: PersistableModel, Identifiable, Equatable {
  var _origin = ModelOrigin()
  let id: Int64
  var code: String

  init(id: Int64, code: String) {
    self.id = id
    self.code = code
  }

  static let table = TableDescription(
    """
    table Depot depot
    column id int64
    column code string
    key id
    unique depot_code_key (code)
    relation parcels inverse 0
    relation visits inverse 1
    """,
    relations: [Parcel.self, Parcel.self])

  init(row: inout RowReader) {
    id = row.int64(0)
    code = row.string(1)
    _origin = row.origin
  }

  func write(to row: inout RowWriter) {
    row.int64(0, id)
    row.string(1, code)
  }

  static func == (left: Depot, right: Depot) -> Bool { left.id == right.id && left.code == right.code }

  /// The parcels that are here.
  var parcels: Query<Parcel> { Query(_inverse: 0, of: [.text(code)]) }

  /// The parcels that stop here: the other side of a list.
  var visits: Query<Parcel> { Query(_inverse: 1, of: primaryKey._keyValues) }

  typealias Columns = (
    id: Column<Int64>, code: Column<String>, parcels: RelatedColumns<Parcel>, visits: RelatedColumns<Parcel>
  )
}

/// A model that refers to a unique field, and has a list without an order.
struct Parcel: PersistableModel, Identifiable {
  var _origin = ModelOrigin()
  let id: Int64
  private var _depot: LinkedReference<Depot>
  private var _stops: ReferenceList<Depot>
  var depotCode: String? { didSet { _depot.columnDidChange(from: oldValue, to: depotCode) } }

  init(id: Int64, depot: Depot? = nil, stops: [Depot] = []) {
    self.id = id
    _depot = LinkedReference(depot)
    _stops = ReferenceList(stops)
    depotCode = depot?.code
  }

  var depot: Depot? {
    get { _depot.loaded }
    set {
      let link = LinkedReference(newValue, replacing: _depot)
      depotCode = newValue?.code
      _depot = link
    }
  }

  var stops: [Depot] {
    get { _stops.targets }
    set { _stops.targets = newValue }
  }

  static let table = TableDescription(
    """
    table Parcel parcel
    column id int64
    column depot_code of depotCode string null
    key id
    relation depot optional (depot_code) nullify to (1)
    relation stops unordered parcel_stops (parcel_id) (depot_id)
    """,
    relations: [Depot.self, Depot.self])

  init(row: inout RowReader) {
    id = row.int64(0)
    depotCode = row.value(1)
    _depot = row.linked(relation: 0)
    _stops = row.list(relation: 1)
    _origin = row.origin
  }

  func write(to row: inout RowWriter) {
    row.int64(0, id)
    row.value(1, depotCode)
  }

  mutating func _visitRelations(_ visitor: any RelationVisitor) {
    visitor.visit(&_depot, relation: 0)
    visitor.visit(&_stops, relation: 1)
  }

  typealias Columns = (
    id: Column<Int64>, depotCode: Column<String?>, depot: ToOne<Depot>, stops: RelatedColumns<Depot>
  )
}
