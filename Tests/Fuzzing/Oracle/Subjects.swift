import GeneratedModels
import IgataRuntime
import TestSupport

extension Parts {
  /// - Parameter term: what rows may be sorted by; `nil` for none.
  static func random(
    _ random: inout SplitMix64, _ term: ((inout SplitMix64) -> any TermOf<Columns, Row>)?,
    _ test: (inout SplitMix64) -> Test<Columns, Row>
  ) -> Parts {
    var parts = Parts()
    for _ in 0..<random.below(3) { parts.tests.append(Test.random(&random, test)) }
    if let term, random.chance(60) {
      for _ in 0..<(1 + random.below(2)) {
        parts.orders.append(Order(term: term(&random), isDescending: random.chance(50)))
      }
    }
    if random.chance(30) { parts.limit = random.element([0, 1, 2, 5, 20, .max]) }
    if random.chance(20) { parts.offset = random.element([0, 1, 3, 10]) }
    return parts
  }
}

extension Subject {
  typealias AnyTerm = any TermOf<Model.Columns, Model>

  /// Questions that can be asked about each model.
  init(
    _ rows: [Model], key: @escaping @Sendable (Model) -> Plain,
    any: @escaping @Sendable (inout SplitMix64) -> AnyTerm, ordered: @escaping @Sendable (inout SplitMix64) -> AnyTerm,
    test: @escaping @Sendable (inout SplitMix64) -> Test<Model.Columns, Model>,
    group: (@Sendable (inout SplitMix64) -> any TermOf<GroupColumns<Model>, [Model]>)? = nil,
    others: [@Sendable (inout SplitMix64) -> Question<Model>]
  ) {
    self.rows = rows
    self.key = key
    selection = { .random(&$0, ordered, test) }
    question = { random in
      switch random.below(12) {
      case 0: return .models(key, pageSize: nil)
      case 1: return .models(key, pageSize: random.element([1, 3, 7]))
      case 2: return .count
      case 3, 4: return .values((0..<(1 + random.below(3))).map { _ in any(&random) })
      case 5, 6:
        let (first, second) = (ordered(&random), random.chance(50) ? ordered(&random) : nil)
        return Self.distinct(first, second)
      case 7, 8, 9:
        guard let group else { return .values([any(&random)]) }
        let keys = (0..<(1 + random.below(2))).map { _ in ordered(&random) }
        let having: (inout SplitMix64) -> Test<GroupColumns<Model>, [Model]> = { random in
          let term = group(&random)
          return term.test(&random)
        }
        let parts = Parts.random(&random, group, having)
        return .groups(keys, parts, [group(&random), group(&random)])
      default:
        return others.isEmpty ? .values([any(&random)]) : random.element(others)(&random)
      }
    }
  }

  private static func distinct(_ first: AnyTerm, _ second: AnyTerm?) -> Question<Model> {
    func one<A: TermOf<Model.Columns, Model>>(_ a: A) -> Question<Model> { .distinct(a, Optional<A>.none) }
    func two<A: TermOf<Model.Columns, Model>, B: TermOf<Model.Columns, Model>>(_ a: A, _ b: B) -> Question<Model> {
      .distinct(a, Optional(b))
    }
    if let second { return two(first, second) }
    return one(first)
  }
}

extension ScalarTerms {
  var subject: Subject<Scalars> {
    Subject(
      rows, key: { Plain($0.id) }, any: any, ordered: ordered, test: test, group: groupTerm, others: [aggregates])
  }
}

extension HouseholdTerms {
  var entrySubject: Subject<Entry> {
    Subject(
      entries, key: { Plain($0.id) }, any: entryTerm, ordered: entryTerm, test: { entryTest(&$0) },
      group: entryGroupTerm, others: [entryAggregates])
  }

  var accountSubject: Subject<Account> {
    Subject(
      accounts, key: { Plain($0.id) }, any: accountTerm, ordered: accountTerm, test: { accountTest(&$0) },
      group: accountGroupTerm, others: [fetchedWithAccounts])
  }

  var personSubject: Subject<Person> {
    Subject(
      persons, key: { Plain($0.id) }, any: personTerm, ordered: personTerm,
      test: { random in
        let term = personTerm(&random)
        return term.test(&random)
      }, others: [fetchedWithPersons])
  }
}
