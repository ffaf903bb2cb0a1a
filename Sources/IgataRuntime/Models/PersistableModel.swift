/// A type that a ``Store`` keeps: a struct that `igata generate` writes from a `model` of the schema.
///
/// A model has a stored property for each column of its table, in the order of the columns: by that it is read and
/// written. It knows nothing of stores and backends.
///
/// A model whose field `id` is its whole primary key is `Identifiable`. Any other model has a primary key of its own, and
/// is free to have a field `id` that is only a part of the key, or no part of it.
public protocol PersistableModel: Sendable, Hashable, Codable {
  /// The type of the primary key: a scalar, an enum, a newtype, or a generated struct where the key has several parts.
  associatedtype PrimaryKey: PersistableKey

  /// The primary key, which tells the model from all others of its table.
  var primaryKey: PrimaryKey { get }

  /// The columns, by which queries speak of the model: a tuple that names what there is to ask for, or a type that
  /// conforms to ``ModelColumns``.
  ///
  /// A tuple has a ``Column`` for each column of ``table``, in order, but for those of keys of several columns; where a
  /// struct is, the tuple of the struct's; and then a ``ToOne`` or a ``RelatedColumns`` for each relation, in order.
  associatedtype Columns

  /// What a backend may know of the model: its table, columns, keys and relations.
  static var table: TableDescription { get }
}

extension PersistableModel where Self: Identifiable, ID: PersistableKey {
  /// The field `id`.
  @inlinable
  public var primaryKey: ID { id }
}

extension PersistableModel {
  public func hash(into hasher: inout Hasher) { hasher.combine(primaryKey) }

  /// Standing here, it lets a model have a field of this name and of any type, which then comes first.
  @_disfavoredOverload
  public var hashValue: Int {
    var hasher = Hasher()
    hash(into: &hasher)
    return hasher.finalize()
  }
}

/// Goes over the relations of a model.
protocol RelationVisitor: AnyObject {
  func visit<Target>(_ reference: inout Reference<Target>, relation: Int)
  func visit<Target>(_ reference: inout Reference<Target>?, relation: Int)
  func visit<Target>(_ list: inout ReferenceList<Target>, relation: Int)
}

/// A schema as `prepare` takes it: a generated enum such as `HouseholdSchema`.
public protocol PersistableSchema {
  /// Every model of the schema, those that others refer to first wherever that is possible.
  static var models: [any PersistableModel.Type] { get }
}

/// The columns of a model as a type of its own, reached by a path of to-one relations from the model that a query is
/// about. What is generated has tuples instead.
public protocol ModelColumns: Sendable {
  init(_path path: RelationPath)
  /// The path that it was made with.
  var _path: RelationPath { get }
}
