/// Which relations a query asks for, and which of the models that they lead to: a tree of the relations' numbers.
@usableFromInline
struct IncludedRelations: Hashable, Sendable {
  private var relations: [Int: IncludedRelations] = [:]

  var all: [(relation: Int, included: IncludedRelations)] { relations.map { ($0.key, $0.value) } }

  @usableFromInline init() {}

  @usableFromInline var isEmpty: Bool { relations.isEmpty }

  /// What is loaded with the models that the relation leads to; nothing where it was not asked for.
  subscript(relation: Int) -> IncludedRelations? { relations[relation] }

  mutating func insert(_ steps: ArraySlice<Int>) {
    guard let first = steps.first else { return }
    relations[first, default: IncludedRelations()].insert(steps.dropFirst())
  }
}

extension Query {
  /// Whether its models hold others that are loaded with them.
  @inlinable var loadsRelations: Bool { Model.table.loadsRelations || !included.isEmpty }
}
