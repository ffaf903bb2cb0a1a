internal import IgataTables

/// A field of a model, for `update(_:only:)` and `save(_:matching:)`: a column, a to-one relation, or a list. It is
/// named by a key path: `\.name`, `\.owner`, `\.tags`.
public protocol FieldTerm: Sendable {
  /// The field as a store sees it.
  @_spi(Backend) var _field: FieldReference { get }
}

/// A field of a model.
@_spi(Backend) public enum FieldReference: Hashable, Sendable {
  /// A column. An expression is no field.
  case column(QueryExpression)
  /// The relation with a number in the table that the path leads to.
  case relation(RelationPath, Int)
}

extension Column: FieldTerm {
  @_spi(Backend) public var _field: FieldReference { .column(expression) }
}

extension RelatedColumns: FieldTerm {
  @_spi(Backend) public var _field: FieldReference { .relation(rows.owner, rows.relation) }
}

extension ToOne: FieldTerm {
  @_spi(Backend) public var _field: FieldReference {
    .relation(RelationPath(_path.steps.dropLast(), from: _path.origin), _path.steps.last ?? -1)
  }
}

/// Fields of one table.
struct FieldList {
  /// The columns, those of relations included, each once and in the order in which they were named.
  private(set) var columns: [Int] = []
  /// The relations that models store.
  private(set) var relations: Set<Int> = []

  /// Throws ``StoreError/misuse(reason:)`` for what isn't a field of the model itself.
  init<Model: PersistableModel, each Field: FieldTerm>(
    of model: Model.Type, _ fields: repeat KeyPath<Model.Columns, each Field>
  ) throws(StoreError) {
    let (table, columns) = (Model.table, Model._columns(RelationPath()))
    var terms: [any FieldTerm] = []
    repeat terms.append(columns[keyPath: each fields])
    for term in terms {
      switch term._field {
      case .column(.column(let path, let column))
      where path == RelationPath() && table.columns.indices.contains(column):
        // The key of a relation stands for the relation.
        if let relation = table.relations.firstIndex(where: { $0.ownColumns.contains(column) }) {
          add(relation, table)
        } else if !self.columns.contains(column) {
          self.columns.append(column)
        }
      case .relation(let path, let relation)
      where path == RelationPath() && table.relations.indices.contains(relation) && table.relations[relation].isHeld:
        add(relation, table)
      default:
        throw .misuse(
          reason: "\(table.model) doesn't store the field itself: name columns, relations or lists of its own")
      }
    }
  }

  private mutating func add(_ relation: Int, _ table: TableDescription) {
    relations.insert(relation)
    let relation = table.relations[relation]
    columns += relation.columns.filter { column in
      !columns.contains(column) && !(relation.isLinked && table.primaryKey.contains(column))
    }
  }
}
