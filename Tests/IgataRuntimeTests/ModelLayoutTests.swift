import Foundation
import IgataRuntime
import Testing

/// A struct that was changed after it was generated, so that its properties are not those of its table.
private protocol Misfit: PersistableModel, Identifiable where ID == UUID, PrimaryKey == UUID, Columns == MisfitColumns {
  static var problem: String { get }
  init(id: UUID)
}

private struct MisfitColumns: ModelColumns {
  let _path: RelationPath

  init(_path path: RelationPath) { _path = path }
}

extension Misfit {
  static var table: TableDescription { misfitTable }
}

private let misfitTable = TableDescription(
  """
  table Misfit misfit
  column id uuid
  column name string
  column count int64
  column home_city of home.city string null
  key id
  struct home home_city 1 home_city
  """)

private struct Swapped: Misfit {
  var id: UUID
  var count: Int64 = 0
  var name = ""
  var home: Town?

  init(id: UUID) { self.id = id }

  static let problem = "its property count stands where name does in its table"
}

private struct Lacking: Misfit {
  var id: UUID
  var name = ""

  init(id: UUID) { self.id = id }

  static let problem = "no property is there for its column count"
}

private struct Extended: Misfit {
  var id: UUID
  var name = ""
  var count: Int64 = 0
  var home: Town?
  var more = 0

  init(id: UUID) { self.id = id }

  static let problem = "its table has no column for the property more"
}

private struct Strange: Misfit {
  var id: UUID
  var name: Character = "a"
  var count: Int64 = 0
  var home: Town?

  init(id: UUID) { self.id = id }

  static let problem = "its property name is of a type that fills no column: Character"
}

private struct Mistyped: Misfit {
  var id: UUID
  var name = ""
  var count: Int32 = 0
  var home: Town?

  init(id: UUID) { self.id = id }

  static let problem = "its property count is of type Int32, and its column count holds an Int64"
}

private struct Unscaled: Misfit {
  var id: UUID
  var name = ""
  var count: Currency = 0
  var home: Town?

  init(id: UUID) { self.id = id }

  static let problem = "its property count is of type Currency, and its column count holds an Int64"
}

private struct MayBeNil: Misfit {
  var id: UUID
  var name: String?
  var count: Int64 = 0
  var home: Town?

  init(id: UUID) { self.id = id }

  static let problem = "its property name is of type Optional<String>, and its column name holds text"
}

private struct City: PersistableStruct {
  static let _columnCount = 1

  var city: Int64

  init(_row row: inout RowReader, at column: Int) { city = row.int64(column) }

  func _encode(into row: inout RowWriter, at column: Int) { row.int64(column, city) }
}

private struct Inside: Misfit {
  var id: UUID
  var name = ""
  var count: Int64 = 0
  var home: City?

  init(id: UUID) { self.id = id }

  static let problem = "its property home.city is of type Int64, and its column home_city holds text, or nothing"
}

private struct Related: Misfit {
  var id: UUID
  var name = ""
  var count: Int64 = 0
  var home: Reference<Swapped>?

  init(id: UUID) { self.id = id }

  static let problem = "its property home does not stand where the relation of its table does"
}

private struct Town: PersistableStruct {
  static let _columnCount = 1

  var city: String

  init(_row row: inout RowReader, at column: Int) { city = row.string(column) }

  func _encode(into row: inout RowWriter, at column: Int) { row.string(column, city) }
}

/// Nothing of such a struct is written or read, and nothing crashes: each use of a store says what is wrong.
@Test(
  arguments: [
    Swapped.self, Lacking.self, Extended.self, Strange.self, Related.self, Mistyped.self, Unscaled.self, MayBeNil.self,
    Inside.self,
  ] as [any PersistableModel.Type])
func structsThatDoNotFitTheirTableAreRefused(_ type: any PersistableModel.Type) async throws {
  func check<Model: Misfit>(_ type: Model.Type) async throws {
    let error = StoreError.schemaMismatch(
      table: "misfit", column: nil, problem: "the struct Misfit does not fit it: " + Model.problem,
      help: "generate the model again, and do not edit what is generated")
    await #expect(throws: error) { try await Store(MemoryBackend()).prepare([type]) }

    let backend = MemoryBackend()
    try await backend.prepare([misfitTable])
    let session = try await backend.begin(.write)
    let id = UUID()
    _ = try await session.write(RowWrite(.insert, misfitTable, count: 1)) { (row) throws(StoreError) in
      row.uuid(0, id)
      row.string(1, "kept")
      row.int64(2, 3)
      row.null(3)
      _ = row.finishRow()
    }
    try await session.commit()
    let store = Store(backend)
    let model = Model(id: UUID())
    await #expect(throws: error) { try await store.save(model) }
    await #expect(throws: error) { try await store.save([model, model]) }
    await #expect(throws: error) { try await store.find(type, id: id) }
    await #expect(throws: error) { try await store.fetch(Model.all) }
    await #expect(throws: error) { try await store.page(Model.all, size: 1) }
    #expect(throws: (any Error).self) { try JSONDecoder().decode(type, from: Data(#"{"id": "\#(id)"}"#.utf8)) }
    #expect(try await store.count(Model.all) == 1)
  }
  guard let misfit = type as? any Misfit.Type else { return }
  try await check(misfit)
}

/// A number in more memory than its `savedValue` takes.
private struct Tagged: FixedPoint {
  static let scale: Int64 = 10
  var tag: Int8 = 7
  var savedValue: Int64

  init(savedValue: Int64) { self.savedValue = savedValue }
}

/// Properties of all sizes, so that there is room between them.
private struct Gaps: PersistableModel, Identifiable {
  private(set) var id: Int32
  var first: Bool
  var small: Int16
  var text: String?
  var second: Bool?
  var number: Tagged
  var float: Float?
  var third: Bool

  static let table = TableDescription(
    """
    table Gaps gaps
    column id int32 = autoincrement
    column first bool
    column small int16
    column text string null
    column second bool null
    column number fixed(10)
    column float float null
    column third bool
    key id
    """)

  typealias Columns = (
    id: Column<Int32>, first: Column<Bool>, small: Column<Int16>, text: Column<String?>, second: Column<Bool?>,
    number: Column<Tagged>, float: Column<Float?>, third: Column<Bool>
  )
}

@Test func propertiesOfAllSizesAreCoded() async throws {
  let store = Store(MemoryBackend())
  try await store.prepare([Gaps.self])
  let gaps: [Gaps] = (0..<40).map { (index: Int) -> Gaps in
    let text: String? = index % 3 == 0 ? nil : "text number \(index)"
    let second: Bool? = index % 5 == 0 ? nil : true
    let float: Float? = index % 7 == 0 ? nil : 0.5
    return Gaps(
      id: 0, first: index % 2 == 0, small: Int16(index), text: text, second: second,
      number: Tagged(savedValue: Int64(index)), float: float, third: index % 2 == 1)
  }
  let saved = try await store.save(gaps)
  #expect(saved.map(\.id) == Array(1...40))
  let loaded = try await store.fetch(Gaps.all.order { $0.id.ascending })
  #expect(loaded == saved)
  #expect(loaded.map(\.text) == gaps.map(\.text))
  #expect(loaded.allSatisfy { $0.number.tag == 7 })
  #expect(loaded.map(\.third) == gaps.map(\.third))
}
