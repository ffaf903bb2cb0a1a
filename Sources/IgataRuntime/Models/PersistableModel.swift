public import Foundation

/// A type that a ``Store`` keeps: a struct that `igata generate` writes from a `model` of the schema.
///
/// A model knows its table and how to code its columns. It knows nothing of stores and backends.
public protocol PersistableModel: Sendable, Hashable, Codable, Identifiable where ID: PersistableKey {
  /// The columns, by which queries speak of the model: a tuple that names what there is to ask for, or a type that
  /// conforms to ``ModelColumns``.
  ///
  /// A tuple has a ``Column`` for each column of ``table``, in order, but for those of keys of several columns; where a
  /// struct is, the tuple of the struct's; and then a ``ToOne`` or a ``RelatedColumns`` for each relation, in order.
  associatedtype Columns

  /// What a backend may know of the model: its table, columns, keys and relations.
  static var table: TableDescription { get }

  /// Makes the model from the reader's current row, whose columns are those of ``table`` in order.
  init(_row row: inout RowReader)

  /// Writes the columns of ``table`` in order.
  func _encode(into row: inout RowWriter)

  /// Shows each of its relations to `visitor`, in the order of the table's relations. A visitor may replace them.
  mutating func _visitRelations(_ visitor: any RelationVisitor)

  /// Takes the key that the store made, where the key is `autoincrement()`.
  mutating func _assign(generatedKey: Int64)

  /// Sets `@updatedAt` fields to `now` and counts `@version` fields on, before a save.
  mutating func _stamp(now: Foundation.Date) throws(StoreError)

  /// Appends a model for each row that is left. A requirement, so that the loop is compiled where the model is.
  static func _collect(_ row: inout RowReader, into models: inout [Self])
}

extension PersistableModel {
  public mutating func _visitRelations(_ visitor: any RelationVisitor) {}

  public mutating func _assign(generatedKey: Int64) {}

  public mutating func _stamp(now: Foundation.Date) throws(StoreError) {}

  @inlinable
  public static func _collect(_ row: inout RowReader, into models: inout [Self]) {
    if row.expectedCount > 16 { return _collectExpected(&row, into: &models) }
    while row.next() { models.append(Self(_row: &row)) }
  }

  /// Appends models for as many rows as there are known to be. Not compiled where the model is: each is made in its place,
  /// where a loop that knows the model copies it there.
  @usableFromInline
  static func _collectExpected(_ row: inout RowReader, into models: inout [Self]) {
    let expected = row.expectedCount
    let made = [Self](unsafeUninitializedCapacity: expected) { places, count in
      guard let first = places.baseAddress else { return }
      while count < expected, row.next() {
        (first + count).initialize(to: Self(_row: &row))
        count += 1
      }
    }
    if models.isEmpty { models = made } else { models += made }
    while row.next() { models.append(Self(_row: &row)) }
  }

  /// Writes the models from one on, a row each, until the writer takes no more. No requirement: a call for each row
  /// does not show, the loop in each model did.
  static func _write(_ models: inout [Self], from start: Int = 0, into row: inout RowWriter) {
    // In place: what knows no more of a model than this protocol would copy each one out of the array. And an array
    // that is not changed is not copied for that.
    if table.generatedKeyColumn == nil {
      models.withUnsafeBufferPointer { models in
        guard let first = UnsafeMutablePointer(mutating: models.baseAddress) else { return }
        for index in start..<max(start, models.count) {
          guard _writeUnchanged(&first[index], into: &row), !row.isFull else { return }
        }
      }
    } else {
      models.withUnsafeMutableBufferPointer { models in
        for index in start..<max(start, models.count) {
          guard _write(&models[index], into: &row), !row.isFull else { return }
        }
      }
    }
  }

  /// Writes one model, for which no key is made. It is not changed, but handed by its address.
  private static func _writeUnchanged(_ model: inout Self, into row: inout RowWriter) -> Bool {
    model._encode(into: &row)
    return row.finishRow()
  }

  /// Writes one model. Returns whether the writer takes another.
  @inlinable @discardableResult
  static func _write(_ model: inout Self, into row: inout RowWriter) -> Bool {
    model._encode(into: &row)
    guard row.finishRow() else { return false }
    if row.generatedKey != 0 { model._assign(generatedKey: row.generatedKey) }
    return true
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// Standing here, it lets a model have a field of this name and of any type, which then comes first.
  @_disfavoredOverload
  public var hashValue: Int {
    var hasher = Hasher()
    hash(into: &hasher)
    return hasher.finalize()
  }
}

/// Goes over the relations of a model; see ``PersistableModel/_visitRelations(_:)``.
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
