/// The relations that a query loads, and those of their targets: a tree of the relations' numbers.
@usableFromInline
struct IncludedRelations: Hashable, Sendable {
  private var relations: [Int: IncludedRelations] = [:]

  var all: [(relation: Int, included: IncludedRelations)] { relations.map { ($0.key, $0.value) } }

  @usableFromInline init() {}

  @usableFromInline var isEmpty: Bool { relations.isEmpty }

  /// What is loaded with the targets of the relation; `nil` if the relation isn't included.
  subscript(relation: Int) -> IncludedRelations? { relations[relation] }

  mutating func insert(_ steps: ArraySlice<Int>) {
    guard let first = steps.first else { return }
    relations[first, default: IncludedRelations()].insert(steps.dropFirst())
  }
}

extension Query {
  /// Whether the models have relations that are loaded with them.
  @inlinable var loadsRelations: Bool { Model.table.loadsRelations || !included.isEmpty }
}
