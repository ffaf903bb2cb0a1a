import Foundation
import HostileModels
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQLite
import Testing

/// Models whose names and structure conflict with generated code are stored like any others.
@Test(arguments: BackendChoice.allCases)
func hostileModelsComeBackEqual(_ choice: BackendChoice) async throws {
  try await roundTrip(HostileModels.Reference.self, of: HostileSchema.self, choice)
  try await roundTrip(HostileModels.Column.self, of: HostileSchema.self, choice)
  try await roundTrip(HostileModels.Store.self, of: HostileSchema.self, choice)
  try await roundTrip(Self_.self, of: HostileSchema.self, choice)
  try await roundTrip(Visit.self, of: HostileSchema.self, choice)
}

/// Models without a key have separate wrappers, although the wrappers' keys are derived from the owners'.
@Test(arguments: BackendChoice.allCases)
func wrappersOfUnsavedOwnersStayApart(_ choice: BackendChoice) async throws {
  let store = IgataRuntime.Store(try await choice.make())
  try await store.prepare(HostileSchema.self)
  var first = HostileModels.Column()
  var second = HostileModels.Column()
  #expect(first.newValue == first.newValue && first.newValue.id != second.newValue.id)
  #expect(first.newValue.id != first.other.id)
  first.newValue.corner = Point(x: 1, y: 1)
  second.newValue.corner = Point(x: 2, y: 2)
  let saved = try await store.save([first, second])
  #expect(saved.map(\.row) == [1, 2])
  let kept = try await store.fetch(HostileModels.Column.all.order { $0.row.ascending })
  #expect(kept.map(\.newValue.corner?.x) == [1, 2])
  #expect(kept == saved)
}

/// A part of a key may be called `id`, and fields may have the names of their types or of members of every model.
@Test(arguments: BackendChoice.allCases)
func fieldsKeepTheirNames(_ choice: BackendChoice) async throws {
  let store = IgataRuntime.Store(try await choice.make())
  try await store.prepare(HostileSchema.self)
  let trace = Trace(id: "a", project: "x")
  var log = Log(trace: trace, Shop: Shop(), primaryKey: 7, get: "b")
  log.家.住所.CodingKeys = "c"
  log = try await store.save(log)
  let other = try await store.save(Trace(id: "a", project: "y"))
  let kept = try #require(try await store.find(Log.self, id: log.ID))
  #expect(kept == log && kept.primaryKey == 7 && kept.traceID == Trace.PrimaryKey(id: "a", project: "x"))
  #expect(kept.Shop == log.Shop && kept.家.住所.CodingKeys == "c")
  #expect(try await store.find(Trace.self, id: other.primaryKey)?.project == "y")
  #expect(try await store.fetch(trace.logs) == [log])
  #expect(try await store.count(Log.where { $0.trace.id == "a" && $0.primaryKey == 7 && $0.Shop.id > 0 }) == 1)
  #expect(try await store.fetch(log.Shop.Log) == [log])
}

/// No description contains a sensitive value.
@Test func sensitiveValuesAreNotPrinted() throws {
  let column = HostileModels.Column(customMirror: "hunter2")
  let line = Line(from: Point(y: 1), secret: 424_242)
  for text in ["\(column)", String(reflecting: column), "\(line)", "\(HostileModels.Reference(line: line))"] {
    #expect(!text.contains("hunter2") && !text.contains("424242"), "\(text)")
  }
  var dumped = ""
  dump(column, to: &dumped)
  #expect(!dumped.contains("hunter2"))
  let visit = Visit(description: "hunter2", trace: Trace(id: "a", project: "hunter2"), hour: 7)
  #expect("\(visit.trace.primaryKey)" == "PrimaryKey(id: a, project: …)")
  #expect("\(visit.primaryKey)" == "PrimaryKey(description: …, traceID: …, hour: 7)")
  for value in [visit, visit.primaryKey, visit.traceID, Visit.where { $0.trace.project == "hunter2" }] as [Any] {
    var dumped = "\(value), \(String(reflecting: value)), "
    dump(value, to: &dumped)
    #expect(!dumped.contains("hunter2"), "\(dumped)")
  }
}
