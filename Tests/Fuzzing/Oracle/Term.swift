import Foundation
import IgataRuntime
import TestSupport

/// A value of a row, or of a group of rows, as a query has it and as Swift says it.
protocol TermOf<Columns, Row>: Sendable {
  associatedtype Columns
  associatedtype Row: Sendable
  associatedtype Value: Storable
  var text: String { get }
  var column: @Sendable (Columns) -> Column<Value> { get }
  var plain: @Sendable (Row) throws -> Plain { get }
  var samples: [Value] { get }
}

struct Term<Columns, Row: Sendable, Value: Storable>: TermOf {
  var text: String
  var samples: [Value]
  /// How a store calculates with it, if it is a number.
  var arithmetic: Arithmetic?
  var column: @Sendable (Columns) -> Column<Value>
  var plain: @Sendable (Row) throws -> Plain

  init(
    _ text: String, _ samples: [Value], as arithmetic: Arithmetic? = nil,
    _ column: @escaping @Sendable (Columns) -> Column<Value>, plain: @escaping @Sendable (Row) throws -> Plain
  ) {
    (self.text, self.samples, self.arithmetic, self.column, self.plain) = (text, samples, arithmetic, column, plain)
  }

  /// A term of the same rows from this one.
  func map<Other: Storable>(
    _ text: String, _ samples: [Other], as arithmetic: Arithmetic? = nil,
    _ make: @escaping @Sendable (Column<Value>) -> Column<Other>, _ plain: @escaping @Sendable (Plain) throws -> Plain
  ) -> Term<Columns, Row, Other> {
    let (column, inner) = (self.column, self.plain)
    return Term<Columns, Row, Other>(text, samples, as: arithmetic, { make(column($0)) }) { try plain(try inner($0)) }
  }

  var optional: Term<Columns, Row, Value?> {
    map(text + ".optional", samples + [nil], as: arithmetic, { $0.optional }, { $0 })
  }
}

extension Term where Value: QueryNumber {
  /// The term, or a calculation with it.
  func calculated(_ other: Term, factors: [Value.QueryFactor], _ random: inout SplitMix64) -> Term {
    guard let arithmetic, random.chance(50) else { return self }
    let sample = random.element(samples)
    let factor = random.element(factors)
    let (column, otherColumn, inner, otherInner) = (column, other.column, plain, other.plain)
    let (value, factorValue) = (Plain(sample), Plain(factor))
    func with(
      _ text: String, _ column: @escaping @Sendable (Columns) -> Column<Value>,
      _ plain: @escaping @Sendable (Row) throws -> Plain
    ) -> Term { Term("(\(text))", samples, as: arithmetic, column, plain: plain) }
    switch random.below(8) {
    case 0: return with("\(text) + \(value)", { column($0) + sample }) { try arithmetic(inner($0), .add, value) }
    case 1: return with("\(text) - \(value)", { column($0) - sample }) { try arithmetic(inner($0), .subtract, value) }
    case 2: return with("\(value) - \(text)", { sample - column($0) }) { try arithmetic(value, .subtract, inner($0)) }
    case 3: return with("\(text) * \(factorValue)", { column($0) * factor }) {
      try arithmetic(inner($0), .multiply, factorValue)
    }
    case 4: return with("\(text) + \(other.text)", { column($0) + otherColumn($0) }) {
      try arithmetic(inner($0), .add, otherInner($0))
    }
    case 5: return with("\(text) - \(other.text)", { column($0) - otherColumn($0) }) {
      try arithmetic(inner($0), .subtract, otherInner($0))
    }
    case 6: return with("\(factorValue) * \(text)", { factor * column($0) }) {
      try arithmetic(factorValue, .multiply, inner($0))
    }
    default: return with("-\(text)", { -column($0) }) {
      let value = try inner($0)
      if case .real(let number) = value { return .real(-number) }
      return try arithmetic(.number(Exact(0)), .subtract, value)
    }
    }
  }
}

extension Term where Value: QueryText {
  /// The text in lowercase, as far as A to Z go.
  var lowercased: Term<Columns, Row, Value.QueryString> {
    map(text + ".lowercasedASCII", [], { $0.lowercasedASCII }, Plain.lowercased)
  }

  func search(_ random: inout SplitMix64) -> Test<Columns, Row> {
    let (text, column, inner) = (random.element(Pool.searches), column, plain)
    let part = Array(text.utf8)
    func test(_ name: String, _ condition: @escaping @Sendable (Column<Value>) -> Condition,
      _ holds: @escaping @Sendable ([UInt8]) -> Bool
    ) -> Test<Columns, Row> {
      Test("\(self.text).\(name)(\(text.debugDescription))", { condition(column($0)) }) {
        if case .bytes(let bytes) = try inner($0) { holds(bytes) } else { false }
      }
    }
    switch random.below(4) {
    case 0: return test("contains", { $0.contains(text) }) { bytes in
      part.count <= bytes.count && (0...(bytes.count - part.count)).contains { bytes[$0...].starts(with: part) }
    }
    case 1: return test("hasPrefix", { $0.hasPrefix(text) }) { $0.starts(with: part) }
    case 2: return test("hasSuffix", { $0.hasSuffix(text) }) { $0.reversed().starts(with: part.reversed()) }
    default: return test("equalsIgnoringCase", { $0.equalsIgnoringCase(text) }) {
      Plain.lowercased(.bytes($0)) == Plain.lowercased(.bytes(part))
    }
    }
  }
}

extension Term where Value: QueryDate {
  func part(_ part: UTCDate.Part, _ samples: [Value.QueryInt]) -> Term<Columns, Row, Value.QueryInt> {
    map("\(text).\(part.rawValue)", samples, as: .integers(scale: 0), { date in
      switch part {
      case .year: date.year
      case .month: date.month
      case .day: date.day
      case .hour: date.hour
      case .minute: date.minute
      case .second: date.second
      case .weekday: date.weekday
      }
    }, { UTCDate.part(part, $0) })
  }

  var startOfDay: Term {
    map(text + ".startOfDay", samples, { $0.startOfDay }, { try UTCDate.start(ofMonth: false, $0) })
  }
  var startOfMonth: Term {
    map(text + ".startOfMonth", samples, { $0.startOfMonth }, { try UTCDate.start(ofMonth: true, $0) })
  }
}

extension Term where Value: QueryList, Value.QueryElement: Sendable {
  func list(_ elements: [Value.QueryElement], _ random: inout SplitMix64) -> Test<Columns, Row> {
    let (element, column, inner) = (random.element(elements), column, plain)
    let value = Plain(element)
    if random.chance(25) {
      return Test("\(text).isEmpty", { column($0).isEmpty }) { try inner($0) == .list([]) }
    }
    return Test("\(text).contains(\(value))", { column($0).contains(element) }) {
      if case .list(let elements) = try inner($0) { elements.contains(value) } else { false }
    }
  }
}

extension Plain {
  static func lowercased(_ text: Plain) -> Plain {
    guard case .bytes(let bytes) = text else { return .null }
    return .bytes(bytes.map { (65...90).contains($0) ? $0 + 32 : $0 })
  }
}

extension TermOf {
  /// The value that a program reads: of the width of its type.
  func read(_ row: Row) throws -> Plain {
    switch (try plain(row), Value.self) {
    case (.number(let number), is Int16.Type), (.number(let number), is Int16?.Type):
      if Int16(exactly: number.mantissa) == nil { throw OracleStop.overflow }
      return .number(number)
    case (.number(let number), is Int32.Type), (.number(let number), is Int32?.Type):
      if Int32(exactly: number.mantissa) == nil { throw OracleStop.overflow }
      return .number(number)
    case (.real(let number), is Float.Type), (.real(let number), is Float?.Type): return .real(Double(Float(number)))
    case (let value, _): return value
    }
  }

  func ordering(_ columns: Columns, isDescending: Bool) -> Ordering {
    isDescending ? column(columns).descending : column(columns).ascending
  }

  /// A condition on the value alone.
  func test(_ random: inout SplitMix64) -> Test<Columns, Row> {
    let (column, plain) = (column, plain)
    guard !samples.isEmpty, random.chance(90) else {
      return Test("\(text).isNil", { column($0).isNil }) { try plain($0) == .null }
    }
    if random.chance(20) {
      let values = (0..<random.below(4)).map { _ in random.element(samples) }
      let plains = values.map { Plain($0) }
      return Test("\(text).isIn(\(plains))", { column($0).isIn(values) }) { plains.contains(try plain($0)) }
    }
    let value = random.element(samples)
    return compare({ _ in Plain(value) }, "\(Plain(value))", random.below(isOrdered ? 6 : 2)) {
      let left = column($1)
      return switch $0 {
      case 0: left == value
      case 1: left != value
      case 2: left < value
      case 3: left <= value
      case 4: left > value
      default: left >= value
      }
    }
  }

  /// Whether values have an order: lists and JSON have none.
  var isOrdered: Bool { !(Value.self is any QueryList.Type || Value.self is any QueryJSON.Type) }

  private func compare(
    _ right: @escaping @Sendable (Row) throws -> Plain, _ rightText: String, _ comparison: Int,
    _ condition: @escaping @Sendable (Int, Columns) -> Condition
  ) -> Test<Columns, Row> {
    let plain = plain
    let name = ["==", "!=", "<", "<=", ">", ">="][comparison]
    return Test("\(text) \(name) \(rightText)", { condition(comparison, $0) }) { row in
      let (left, right) = (try plain(row), try right(row))
      if comparison == 0 { return left == right }
      if comparison == 1 { return left != right }
      if left == .null || right == .null { return false }
      return switch comparison {
      case 2: left.isLess(than: right)
      case 3: !right.isLess(than: left)
      case 4: right.isLess(than: left)
      default: !left.isLess(than: right)
      }
    }
  }

  /// A condition on the value and that of another column.
  func test(beside other: Self, _ random: inout SplitMix64) -> Test<Columns, Row> {
    let (column, otherColumn) = (column, other.column)
    return compare(other.plain, other.text, random.below(isOrdered ? 6 : 2)) {
      let (left, right) = (column($1), otherColumn($1))
      return switch $0 {
      case 0: left == right
      case 1: left != right
      case 2: left < right
      case 3: left <= right
      case 4: left > right
      default: left >= right
      }
    }
  }
}

/// A condition, as a query has it and as Swift says it.
struct Test<Columns, Row: Sendable>: Sendable {
  var text: String
  var condition: @Sendable (Columns) -> Condition
  var holds: @Sendable (Row) throws -> Bool

  init(
    _ text: String, _ condition: @escaping @Sendable (Columns) -> Condition,
    _ holds: @escaping @Sendable (Row) throws -> Bool
  ) {
    (self.text, self.condition, self.holds) = (text, condition, holds)
  }

  /// Up to four conditions in `&&`, `||` and `!`. Both operands are always evaluated: whether a store does is open.
  static func random(
    _ random: inout SplitMix64, depth: Int = 2, _ term: (inout SplitMix64) -> Test
  ) -> Test {
    guard depth > 0, random.chance(45) else { return term(&random) }
    let left = Test.random(&random, depth: depth - 1, term)
    if random.chance(25) {
      return Test("!(\(left.text))", { !left.condition($0) }, { !(try left.holds($0)) })
    }
    let right = Test.random(&random, depth: depth - 1, term)
    if random.chance(50) {
      return Test("(\(left.text) && \(right.text))", { left.condition($0) && right.condition($0) }) {
        let (left, right) = (try left.holds($0), try right.holds($0))
        return left && right
      }
    }
    return Test("(\(left.text) || \(right.text))", { left.condition($0) || right.condition($0) }) {
      let (left, right) = (try left.holds($0), try right.holds($0))
      return left || right
    }
  }
}
