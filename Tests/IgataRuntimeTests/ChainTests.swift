import Foundation
@_spi(Backend) import IgataRuntime
import RuntimeModels
import Testing

/// A row of a chain, and a list of such rows, of any length.
private struct Knot: PersistableModel, Identifiable {
  var _origin = ModelOrigin()
  var id: Int64
  private var _next: Reference<Knot>?
  private var _required: Reference<Knot>
  private var _children: ReferenceList<Knot>

  init(id: Int64, next: Knot? = nil, required: Knot? = nil, children: [Knot] = []) {
    self.id = id
    _next = next.map { Reference($0) }
    _required = required.map { Reference($0) } ?? Reference(key: id)
    _children = ReferenceList(children)
  }

  var next: Knot? { _next?.loaded }
  var children: [Knot] { _children.targets }

  static let table = TableDescription(
    """
    table Knot knot
    column id int64
    column next_id of nextID int64 null
    column required_id of requiredID int64
    key id
    relation next optional (next_id) nullify
    relation required required (required_id) noAction
    relation children ordered knot_children (knot_id) position (child_id)
    """,
    relations: [Knot.self, Knot.self, Knot.self]
  )

  init(row: inout RowReader) {
    id = row.int64(0)
    _next = row.optionalReference(1, relation: 0)
    _required = row.reference(2, relation: 1)
    _children = row.list(relation: 2)
    _origin = row.origin
  }

  func write(to row: inout RowWriter) {
    row.int64(0, id)
    row.reference(1, _next)
    row.reference(2, _required)
  }

  mutating func _visitRelations(_ visitor: any RelationVisitor) {
    visitor.visit(&_next, relation: 0)
    visitor.visit(&_required, relation: 1)
    visitor.visit(&_children, relation: 2)
  }

  typealias Columns = (id: Column<Int64>, nextID: Column<Int64?>, requiredID: Column<Int64>)
}

/// A chain of models of any length doesn't overflow the stack: not when it is released, compared or printed.
@Suite struct ChainTests {
  enum Link: CaseIterable { case optional, required, list }

  private static let length: Int64 = 40_000

  private func chain(_ link: Link, length: Int64 = ChainTests.length) -> Knot {
    var knot = Knot(id: 0)
    for id in 1..<length {
      switch link {
      case .optional: knot = Knot(id: id, next: knot)
      case .required: knot = Knot(id: id, required: knot)
      case .list: knot = Knot(id: id, children: [knot, Knot(id: -id)])
      }
    }
    return knot
  }

  @Test(arguments: Link.allCases) func longChainsAreComparedShownAndLetGo(_ link: Link) async throws {
    // On a thread with the smallest stack of the supported systems.
    await withCheckedContinuation { continuation in
      let thread = Thread {
        do {
          let (left, right) = (chain(link), chain(link))
          #expect(left == right && left.hashValue == right.hashValue)
          #expect(left != chain(link, length: Self.length - 1))
          var shown = ""
          dump(left, to: &shown)
          #expect((shown + "\(left)").utf8.count < 5000)
          #expect(throws: EncodingError.self) { try JSONEncoder().encode(left) }
          _ = left.convert()
        }
        continuation.resume()
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }

  @Test func longChainsAreSaved() async throws {
    let store = Store(MemoryBackend())
    try await store.prepare([Seat.self, Ticket.self])
    var ticket = Ticket(id: 1)
    for id in 2...Self.length { ticket = Ticket(id: id, replaces: ticket) }
    #expect(try await store.save(ticket) == ticket)
    #expect(try await store.count(Ticket.all) == Int(Self.length))
  }

  /// Everything that is encoded can be decoded.
  @Test(arguments: Link.allCases) func whatIsEncodedCanBeDecoded(_ link: Link) throws {
    for length in 1...40 as ClosedRange<Int64> {
      let knot = chain(link, length: length)
      guard let data = try? JSONEncoder().encode(knot) else {
        #expect(length > 10)
        continue
      }
      #expect(try JSONDecoder().decode(Knot.self, from: data) == knot)
      var depth: Int64 = 1
      var inner = try JSONDecoder().decode(Knot.self, from: data)
      while let next = inner.next { (inner, depth) = (next, depth + 1) }
      if link == .optional { #expect(depth == length) }
    }
  }
}
