import Foundation
import GeneratedModels
import IgataRuntime
import TestSupport

/// Rows with a column of each type.
struct ScalarTerms: Sendable {
  typealias Columns = Scalars.Columns
  typealias Value<T: Storable> = Term<Columns, Scalars, T>

  let rows: [Scalars]
  private let trees: [UUID: JSONTree]

  init(_ random: inout SplitMix64) throws {
    // Most calculations with the bounds of a type don't fit.
    let isFar = random.chance(30)
    var trees: [UUID: JSONTree] = [:]
    var rows: [Scalars] = []
    func far<T>(_ near: [T], _ far: [T], _ random: inout SplitMix64) -> T {
      random.element(isFar && random.chance(30) ? far : near)
    }
    for _ in 0..<(10 + random.below(30)) {
      let tree = random.chance(80) ? JSONTree.random(&random) : nil
      let row = Scalars(
        id: Pool.id(&random), flag: random.chance(50), small: far([-1, 0, 1, 7], [.min, .max], &random),
        medium: far([-1, 0, 1, 7], [.min, .max], &random), large: far([-3, -1, 0, 1, 2, 1000], [.min, .max], &random),
        plain: far([-3, -1, 0, 1, 2, 1000], [.min, .max], &random),
        single: random.element([0, -0.0, 1, 1.5, -2.25, 0.1, 1e6, 16_777_216]),
        double: far(Pool.reals, Pool.farReals, &random), exact: far(Pool.decimals, Pool.farDecimals, &random),
        price: random.element(["0", "9.99", "-9.99", "0.01", "9999999999.99"].compactMap { Decimal(string: $0) }),
        money: Currency(storedInteger: far([-1500, -1, 0, 1, 1000, 2500], [.min, .max], &random)),
        rate: Rate(storedInteger: far([-1, 0, 1, 10_000], [.min, .max], &random)),
        text: random.element(Pool.texts), block: random.element(Pool.texts),
        bytes: random.element([nil, Data(), Data([0]), Data([0, 255]), Data([0, 255, 1]), Data("a".utf8)]),
        at: Pool.date(far(Pool.instants, Pool.farInstants, &random)),
        link: random.element([nil, URL(string: "https://example.org/A"), URL(string: "https://example.org/a?b=%20#c")]),
        json: try tree.map { try JSON(parsing: $0.text) }, stars: Stars(_trusted: Int16(1 + random.below(5))),
        email: random.element([nil, Email(_trusted: "a@b.c"), Email(_trusted: "A@b.c"), Email(_trusted: "é@b.c")]),
        level: random.element(Level.allCases), state: random.element([.open, .closed]),
        numbers: (0..<random.below(4)).map { _ in random.element([.min, -1, 0, 1, .max]) },
        words: (0..<random.below(4)).map { _ in random.element(Pool.texts) },
        levels: (0..<random.below(3)).map { _ in random.element(Level.allCases) },
        home: Address(
          street: random.element(Pool.texts), city: random.element(Pool.texts),
          postcode: random.chance(50) ? random.element(Pool.texts) : nil))
      trees[row.id] = tree
      rows.append(row)
    }
    (self.rows, self.trees) = (rows, trees)
  }

  private func value<T: Storable>(
    _ name: String, as arithmetic: Arithmetic? = nil, _ column: @escaping @Sendable (Columns) -> Column<T>,
    _ member: @escaping @Sendable (Scalars) -> T
  ) -> Value<T> {
    Term("$0." + name, rows.prefix(8).map(member), as: arithmetic, column, plain: { Plain(member($0)) })
  }

  // MARK: Typed terms

  private var small: Value<Int16> { value("small", as: .integers(scale: 0), { $0.small }, { $0.small }) }
  private var large: Value<Int64> { value("large", as: .integers(scale: 0), { $0.large }, { $0.large }) }
  private var exact: Value<Decimal> { value("exact", as: .decimals, { $0.exact }, { $0.exact }) }
  private var price: Value<Decimal> { value("price", as: .decimals, { $0.price }, { $0.price }) }
  private var money: Value<Currency> { value("money", as: .integers(scale: 3), { $0.money }, { $0.money }) }
  private var text: Value<String> { value("text", { $0.text }, { $0.text }) }
  private var block: Value<String> { value("block", { $0.block }, { $0.block }) }
  private var at: Value<Date> { value("at", { $0.at }, { $0.at }) }
  private var postcode: Value<String?> { value("home.postcode", { $0.home.postcode }, { $0.home.postcode }) }
  private var link: Value<URL?> { value("link", { $0.link }, { $0.link }) }
  private var double: Value<Double> { value("double", as: .reals, { $0.double }, { $0.double }) }
  private var single: Value<Float> { value("single", as: .reals, { $0.single }, { $0.single }) }
  private var smallAsLarge: Value<Int64> {
    small.map("$0.small.asInt64", [-1, 0, 7, 40_000], as: .integers(scale: 0), { $0.asInt64 }, { $0 })
  }

  private func whole(_ random: inout SplitMix64) -> Value<Int64> {
    let term = random.chance(70) ? large : smallAsLarge
    return term.calculated(large, factors: [0, 1, -1, 3, 4_000_000_000], &random)
      .calculated(large, factors: [2], &random)
  }

  private func decimal(_ random: inout SplitMix64) -> Value<Decimal> {
    (random.chance(50) ? exact : price).calculated(random.chance(50) ? exact : price, factors: [0, 1, -1.5, 3], &random)
  }

  private func currency(_ random: inout SplitMix64) -> Value<Currency> {
    money.calculated(money, factors: [0, 1, -2, 1_000_000_007], &random)
  }

  private func real(_ random: inout SplitMix64) -> Value<Double> {
    double.calculated(double, factors: [0, 0.5, -2], &random)
  }

  private func datePart(_ random: inout SplitMix64) -> Value<Int> {
    let part = random.element(UTCDate.Part.allCases)
    return at.part(part, [-1, 0, 1, 2, 3, 7, 12, 23, 29, 59, 1582, 1970, 2026])
      .calculated(at.part(.month, []), factors: [0, 1, 100], &random)
  }

  private func date(_ random: inout SplitMix64) -> Value<Date> {
    switch random.below(3) {
    case 0: at
    case 1: at.startOfDay
    default: at.startOfMonth
    }
  }

  /// A path, and what it leads to.
  private func path(
    _ random: inout SplitMix64
  ) -> (term: Value<JSON?>, tree: @Sendable (Scalars) -> JSONTree?) {
    let trees = trees
    let steps: [JSONTree.Step] = (0..<(1 + random.below(3))).map { _ in
      random.chance(60)
        ? .name(random.chance(50) ? "a" : random.element(JSONTree.names)) : .index(random.below(3))
    }
    let names = steps.map { if case .name(let name) = $0 { "[\(name.debugDescription)]" } else { "\($0)" } }
    let tree: @Sendable (Scalars) -> JSONTree? = { trees[$0.id]?[steps] }
    let term = Value<JSON?>("$0.json" + names.joined(), []) { columns in
      steps.reduce(columns.json) { column, step in
        switch step {
        case .name(let name): column[name]
        case .index(let index): column[index]
        }
      }
    } plain: { row in
      tree(row).map { .json(Array($0.canonical.utf8)) } ?? .null
    }
    return (term, tree)
  }

  private func typed<T: Storable>(
    _ form: JSONTree.Form, _ samples: [T], as arithmetic: Arithmetic? = nil, _ random: inout SplitMix64,
    _ read: @escaping @Sendable (Column<JSON?>) -> Column<T>
  ) -> Value<T> {
    let (path, tree) = path(&random)
    return Term("\(path.text).\(form.rawValue)", samples, as: arithmetic, { read(path.column($0)) }) {
      tree($0)?.read(form) ?? .null
    }
  }

  private func number(_ random: inout SplitMix64) -> Value<Int64?> {
    typed(.int64, [nil, 0, 1, 100, .max], as: .integers(scale: 0), &random) { $0.int64 }
  }

  private func digits(_ random: inout SplitMix64) -> Value<Decimal?> {
    typed(.decimal, [nil, 0, 1, 2.5], as: .decimals, &random) { $0.decimal }
  }

  private func string(_ random: inout SplitMix64) -> Value<String?> {
    typed(.string, JSONTree.strings.map(\.self) + [nil], &random) { $0.string }
  }

  // MARK: Random terms

  func ordered(_ random: inout SplitMix64) -> any TermOf<Columns, Scalars> {
    switch random.below(32) {
    case 0: value("id", { $0.id }, { $0.id })
    case 1: value("flag", { $0.flag }, { $0.flag })
    case 2: small.calculated(small, factors: [2, -1], &random)
    case 3: value("medium", as: .integers(scale: 0), { $0.medium }, { $0.medium }).calculated(
      value("medium", { $0.medium }, { $0.medium }), factors: [2, -1], &random)
    case 4, 5: whole(&random)
    case 6: value("plain", as: .integers(scale: 0), { $0.plain }, { $0.plain })
    case 7: single
    case 8: real(&random)
    case 9, 10: decimal(&random)
    case 11, 12: currency(&random)
    case 13: value("rate", as: .integers(scale: 4), { $0.rate }, { $0.rate })
    case 14: text
    case 15: text.lowercased
    case 16: postcode
    case 17: postcode.lowercased
    case 18: value("bytes", { $0.bytes }, { $0.bytes })
    case 19, 20: date(&random)
    case 21, 22: datePart(&random)
    case 23: random.chance(50) ? link as any TermOf<Columns, Scalars> : link.lowercased
    case 24: number(&random).calculated(number(&random), factors: [2, -1], &random)
    case 25: digits(&random)
    case 26: string(&random)
    case 27: typed(.double, [nil, 0, 1, 0.1, 100], as: .reals, &random) { $0.double }
    case 28: typed(.bool, [nil, true, false], &random) { $0.bool }
    case 29:
      random.chance(50)
        ? value("stars", { $0.stars }, { $0.stars }) as any TermOf<Columns, Scalars>
        : value("stars.rawValue", as: .integers(scale: 0), { $0.stars.rawValue }, { $0.stars.rawValue })
    case 30: value("email", { $0.email }, { $0.email })
    default:
      random.chance(50)
        ? value("level", { $0.level }, { $0.level }) as any TermOf<Columns, Scalars>
        : value("state", { $0.state }, { $0.state })
    }
  }

  /// Lists and JSON too.
  func any(_ random: inout SplitMix64) -> any TermOf<Columns, Scalars> {
    switch random.below(16) {
    case 0: value("numbers", { $0.numbers }, { $0.numbers })
    case 1: value("words", { $0.words }, { $0.words })
    case 2: value("levels", { $0.levels }, { $0.levels })
    case 3: path(&random).term
    case 5: single.calculated(single, factors: [0.5, -2], &random)
    case 4: value("json", { $0.json }, { $0.json })
    default: ordered(&random)
    }
  }

  func test(_ random: inout SplitMix64) -> Test<Columns, Scalars> {
    switch random.below(14) {
    case 0: return random.chance(50) ? text.search(&random) : text.lowercased.search(&random)
    case 1: return postcode.search(&random)
    case 2: return random.chance(50) ? string(&random).search(&random) : link.search(&random)
    case 3: return value("numbers", { $0.numbers }, { $0.numbers }).list([.min, -1, 0, 2, .max], &random)
    case 4: return value("words", { $0.words }, { $0.words }).list(Pool.texts, &random)
    case 5: return value("levels", { $0.levels }, { $0.levels }).list(Level.allCases, &random)
    case 6: return whole(&random).test(beside: whole(&random), &random)
    case 7: return text.optional.test(beside: random.chance(50) ? postcode : block.optional, &random)
    case 8: return decimal(&random).test(beside: decimal(&random), &random)
    case 9: return number(&random).test(beside: large.optional, &random)
    case 10: return date(&random).test(beside: at, &random)
    default:
      let term = any(&random)
      return term.test(&random)
    }
  }

  func groupTerm(_ random: inout SplitMix64) -> any TermOf<GroupColumns<Scalars>, [Scalars]> {
    let aggregation = random.element(Aggregation.allCases)
    switch random.below(7) {
    case 0: return whole(&random).inGroup(aggregation, .integers)
    case 1: return decimal(&random).inGroup(aggregation, .decimals)
    case 2: return currency(&random).inGroup(aggregation, .currencies)
    case 3: return real(&random).inGroup(aggregation, .reals)
    case 4: return number(&random).inGroup(random.chance(50) ? .sum : .average, .optionalIntegers)
    case 5: return single.inGroup(aggregation, Totals(sums: [0, 1.5], averages: [0, 1], averageArithmetic: .reals))
    default:
      let totals = Totals<Int>(sums: [0, 1970], averages: [1], averageArithmetic: .decimals)
      return datePart(&random).inGroup(aggregation, totals)
    }
  }

  func aggregates(_ random: inout SplitMix64) -> Question<Scalars> {
    let key = ordered(&random)
    let aggregation = random.element(Aggregation.allCases)
    let isGrouped = random.chance(50)
    switch random.below(5) {
    case 0: return aggregates(whole(&random), key, isGrouped ? aggregation : nil)
    case 1: return aggregates(decimal(&random), key, isGrouped ? aggregation : nil)
    case 2: return aggregates(currency(&random), key, isGrouped ? aggregation : nil)
    case 3: return aggregates(real(&random), key, isGrouped ? aggregation : nil)
    default: return aggregates(datePart(&random), key, isGrouped ? aggregation : nil)
    }
  }

  private func aggregates<T: QueryNumber>(
    _ value: Value<T>, _ key: some TermOf<Columns, Scalars>, _ aggregation: Aggregation?
  ) -> Question<Scalars> {
    aggregation.map { value.aggregates(by: key, $0) } ?? value.aggregates()
  }
}

extension Totals where Value == Int64 {
  static var integers: Totals { Totals(sums: [-1, 0, 3], averages: [0, 0.5, 1], averageArithmetic: .decimals) }
}

extension Totals where Value == Int {
  static var counts: Totals { Totals(sums: [0, 3], averages: [0, 1], averageArithmetic: .decimals) }
}

extension Totals where Value == Int64? {
  static var optionalIntegers: Totals { Totals(sums: [-1, 0, 3], averages: [0, 0.5, 1], averageArithmetic: .decimals) }
}

extension Totals where Value == Decimal {
  static var decimals: Totals { Totals(sums: [-1, 0, 3], averages: [0, 0.5, 1], averageArithmetic: .decimals) }
}

extension Totals where Value == Currency {
  static var currencies: Totals { Totals(sums: [-1, 0, 3], averages: [0, 0.5, 1], averageArithmetic: .decimals) }
}

extension Totals where Value == Double {
  static var reals: Totals { Totals(sums: [0, 1.5], averages: [0, 1], averageArithmetic: .reals) }
}
