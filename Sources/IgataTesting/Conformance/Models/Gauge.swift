internal import Foundation
@_spi(Backend) internal import IgataRuntime

/// A model with a list of numbers of every kind, any of which may be `nil`.
struct Gauge: PersistableModel, Identifiable {
  var _origin = ModelOrigin()
  let id: Int64
  private var _readings: ReferenceList<Reading>

  init(id: Int64, readings: [Reading] = []) {
    self.id = id
    _readings = ReferenceList(readings)
  }

  var readings: [Reading] {
    get { _readings.targets }
    set { _readings.targets = newValue }
  }

  static let table = TableDescription(
    """
    table Gauge gauge
    column id int64
    key id
    relation readings unordered gauge_readings (gauge_id) (reading_id)
    """,
    relations: [Reading.self])

  init(row: inout RowReader) {
    id = row.int64(0)
    _readings = row.list(relation: 0)
    _origin = row.origin
  }

  func write(to row: inout RowWriter) { row.int64(0, id) }

  mutating func _visitRelations(_ visitor: any RelationVisitor) { visitor.visit(&_readings, relation: 0) }

  typealias Columns = (id: Column<Int64>, readings: RelatedColumns<Reading>)
}

/// An element of the list of a ``Gauge``.
struct Reading: PersistableModel, Identifiable {
  var _origin = ModelOrigin()
  let id: Int64
  var whole: Int64?
  var real: Double?
  var exact: Decimal?
  var isValid: Bool

  init(id: Int64, whole: Int64? = nil, real: Double? = nil, exact: Decimal? = nil, isValid: Bool = true) {
    self.id = id
    self.whole = whole
    self.real = real
    self.exact = exact
    self.isValid = isValid
  }

  static let table = TableDescription(
    """
    table Reading reading
    column id int64
    column whole int64 null
    column real double null
    column exact decimal null
    column is_valid of isValid bool
    key id
    """)

  init(row: inout RowReader) {
    id = row.int64(0)
    whole = row.value(1)
    real = row.value(2)
    exact = row.value(3)
    isValid = row.bool(4)
    _origin = row.origin
  }

  func write(to row: inout RowWriter) {
    row.int64(0, id)
    row.value(1, whole)
    row.value(2, real)
    row.value(3, exact)
    row.bool(4, isValid)
  }

  typealias Columns = (
    id: Column<Int64>, whole: Column<Int64?>, real: Column<Double?>, exact: Column<Decimal?>, isValid: Column<Bool>
  )
}
