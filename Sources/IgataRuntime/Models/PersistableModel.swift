/// A type whose values a ``Store`` stores: a struct that `igata generate` generates from a `model` of the schema.
///
/// A model reads itself from a row of its table and writes itself to one, with a line for each column. It doesn't
/// depend on stores and backends.
///
/// A model whose field `id` is its whole primary key is `Identifiable`. Any other model has a primary key with another
/// name, and may have a field `id` that is only a part of the key, or no part of it.
public protocol PersistableModel: TableModel, Hashable, Codable {
  /// The type of the primary key: a scalar, an enum, a newtype, or a generated struct if the key has several columns.
  associatedtype PrimaryKey: PersistableKey

  /// The primary key, which identifies the model in its table.
  var primaryKey: PrimaryKey { get }

  /// The columns and relations of the model in queries: a tuple with their names, or a type that conforms to
  /// ``ModelColumns``.
  ///
  /// A tuple has a ``Column`` for each column of ``TableModel/table``, in order, except for those of keys with several
  /// columns. For a struct it has the tuple of the struct's columns. A ``ToOne`` or a ``RelatedColumns`` for each
  /// relation follows, in order.
  associatedtype Columns

  /// Creates the model from the reader's current row, which has the columns of ``TableModel/table`` in order.
  ///
  /// If a column has an invalid value, the reader stores a fault, and the model is a placeholder.
  init(row: inout RowReader)

  /// Writes the columns of ``TableModel/table`` in order.
  func write(to row: inout RowWriter)

  /// Appends a model for the reader's current row.
  ///
  /// This is a requirement, so that the default implementation is compiled for the model. When types were looked up for
  /// each row, a load of 100,000 rows took 1.66 times the instructions of a C program instead of 1.40.
  static func append(_ row: inout RowReader, to models: inout [Self])

  /// Where the model comes from, which a save and a deletion use. A new model has a new origin, as does one whose key
  /// is changed; a model that is read has the reader's; see ``RowReader/origin``.
  var _origin: ModelOrigin { get set }

  /// The values that were read, which a model keeps whose table another program changes too.
  var _original: OriginalRow { get set }

  /// Passes each relation of the model to `visitor`, which may replace it.
  mutating func _visitRelations(_ visitor: any RelationVisitor)

  /// Sets the primary key that a store generated for the model.
  mutating func _assign(generatedKey: Int64)

  /// Copies the fields that have a default in SQL from the model as it is stored, after the database made their values.
  mutating func _assign(defaultsOf stored: Self)

  /// Sets `@updatedAt` fields and increments `@version` fields, before the model is saved.
  ///
  /// - Throws: ``StoreError/overflow(expression:)`` if a version is the greatest number of its type.
  mutating func _stamp(with stamp: SaveStamp) throws(StoreError)
}

extension PersistableModel {
  public mutating func _visitRelations(_ visitor: any RelationVisitor) {}

  public mutating func _assign(generatedKey: Int64) {}

  public mutating func _assign(defaultsOf stored: Self) {}

  public mutating func _stamp(with stamp: SaveStamp) throws(StoreError) {}
}

extension PersistableModel where Self: Identifiable, ID: PersistableKey {
  /// The field `id`.
  @inlinable
  public var primaryKey: ID { id }
}

extension PersistableModel {
  public func hash(into hasher: inout Hasher) { hasher.combine(primaryKey) }

  /// Disfavored, so that a model may have a field of this name and of any type, which then takes precedence.
  @_disfavoredOverload
  public var hashValue: Int {
    var hasher = Hasher()
    hash(into: &hasher)
    return hasher.finalize()
  }
}

/// Visits the relations of a model; see `PersistableModel._visitRelations(_:)`.
public protocol RelationVisitor: AnyObject {
  func visit<Target>(_ reference: inout Reference<Target>, relation: Int)
  func visit<Target>(_ reference: inout Reference<Target>?, relation: Int)
  func visit<Target>(_ wrapper: inout OwnedReference<Target>, relation: Int)
  func visit<Target>(_ link: inout LinkedReference<Target>, relation: Int)
  func visit<Target>(_ list: inout ReferenceList<Target>, relation: Int)
}

/// A schema that `prepare` accepts: a generated enum such as `HouseholdSchema`.
public protocol PersistableSchema: SendableMetatype {
  /// Every model of the schema. If possible, those that others refer to come first.
  static var models: [any PersistableModel.Type] { get }
}

/// The columns of a model as a type of its own, reached by a path of to-one relations from the model of the query.
/// Generated models have tuples instead.
public protocol ModelColumns: Sendable {
  init(_path path: RelationPath)
  /// The path with which it was created.
  var _path: RelationPath { get }
}
