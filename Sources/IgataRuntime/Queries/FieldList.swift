internal import IgataTables

/// Fields of one table.
struct FieldList {
  /// The columns, those of relations included, each once and in the order in which they were named.
  private(set) var columns: [Int] = []
  /// The relations that models store.
  private(set) var relations: Set<Int> = []

  /// Throws ``StoreError/misuse(reason:)`` for what isn't a field of the table itself, and if there is none.
  init(_ terms: [any FieldTerm], of table: TableDescription) throws(StoreError) {
    for term in terms {
      switch term._field {
      case .column(.column(let path, let column))
      where path == RelationPath() && table.columns.indices.contains(column):
        // The key of a relation stands for the relation.
        if let relation = table.relations.firstIndex(where: { $0.columns.contains(column) }) {
          add(relation, table)
        } else if !columns.contains(column) {
          columns.append(column)
        }
      case .relation(let path, let relation)
      where path == RelationPath() && table.relations.indices.contains(relation) && table.relations[relation].isHeld:
        add(relation, table)
      default:
        throw .misuse(reason: "a \(table.model) itself doesn't store what was named: name its own fields")
      }
    }
    if terms.isEmpty { throw .misuse(reason: "no field of \(table.model) was named") }
  }

  private mutating func add(_ relation: Int, _ table: TableDescription) {
    relations.insert(relation)
    columns += table.relations[relation].columns.filter { !columns.contains($0) }
  }
}
