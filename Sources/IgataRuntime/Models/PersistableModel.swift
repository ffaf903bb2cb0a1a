/// A type that a ``Store`` keeps: a struct that `igata generate` writes from a `model` of the schema.
///
/// A model reads itself from a row of its table and writes itself to one, with a line for each column. It knows nothing of
/// stores and backends.
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

  /// Makes the model of the reader's current row, which has the columns of ``table`` in order.
  ///
  /// Where a column holds something else, the reader keeps the fault and the model is a placeholder.
  init(row: inout RowReader)

  /// Writes the columns of ``table`` in order.
  func write(to row: inout RowWriter)

  /// Makes a model from a dictionary: its fields by name, structs and related models as dictionaries inside it.
  ///
  /// Takes what JSON decoding gives as well, and never guesses: `1` is no `Bool`, and a `Double` that is not whole no
  /// `Int64`. A `Double` is an amount of money where its shortest decimal form fits the scale of the type: 1.1 is 1.10,
  /// and 1.105 is an error for two decimals. A related model is given as a dictionary or as a model, or by its key, as
  /// `ownerID`. Fields that have a default may be left out.
  ///
  /// - Throws: `ConversionError`, with the path to the first value that does not fit, and for dictionaries that are
  ///   nested deeper than 32 levels.
  init(dictionary: [String: Any], unknownKeys: UnknownKeys) throws(ConversionError)

  /// Assigns the fields that the dictionary has: all of them, or, where one of them can't be, none.
  ///
  /// A struct and a wrapper are changed in the same way, by the fields that are given. Every other related model is
  /// replaced by what is given.
  ///
  /// - Throws: `ConversionError`, as ``init(dictionary:unknownKeys:)`` does; the model is then as it was.
  mutating func convert(dictionary: [String: Any], unknownKeys: UnknownKeys) throws(ConversionError)

  /// The fields by name, as plain values; those that are `nil` are left out.
  ///
  /// Enums and newtypes are their raw values, structs and related models dictionaries; a related model of which only
  /// the key is known is that key, as `ownerID`. Dates are cut to the microseconds that a store keeps.
  ///
  /// The dictionaries nest 32 levels deep, which is what ``init(dictionary:unknownKeys:)`` reads. A related model below
  /// that is its key, as `ownerID`, and a list below that is left out.
  func convert() -> [String: any Sendable]

  /// Appends a model for each row that is left.
  ///
  /// A requirement, so that the loop of the default is compiled for the model: a load of 100,000 rows takes 1.40 times the
  /// instructions of a C program. With one loop for all models, which looks up types for each row, it took 0.26 more.
  static func collect(_ row: inout RowReader, into models: inout [Self])

  /// Shows each relation that the model holds to `visitor`, which may replace it.
  mutating func _visitRelations(_ visitor: any RelationVisitor)

  /// Sets the primary key that a store made for the model.
  mutating func _assign(generatedKey: Int64)

  /// Sets `@updatedAt` fields and counts `@version` fields up, before the model is saved.
  ///
  /// - Throws: ``StoreError/overflow(expression:)`` if a version is the greatest number of its type.
  mutating func _stamp(with stamp: SaveStamp) throws(StoreError)
}

extension PersistableModel {
  public mutating func _visitRelations(_ visitor: any RelationVisitor) {}

  public mutating func _assign(generatedKey: Int64) {}

  public mutating func _stamp(with stamp: SaveStamp) throws(StoreError) {}
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

/// What ``PersistableModel/_visitRelations(_:)`` shows the relations of a model to.
public protocol RelationVisitor: AnyObject {
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
