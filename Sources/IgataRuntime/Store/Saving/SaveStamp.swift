public import Foundation

/// What is done to every model before anything is written: its dates and versions are set, and its values are held to
/// the constraints of the schema.
@usableFromInline
struct SaveStamp {
  @usableFromInline let now: Date

  @inlinable init() { now = Date.wholeMicrosecond() }

  @inlinable
  func prepare<Model: PersistableModel>(_ model: inout Model) throws(StoreError) {
    let table = Model.table
    if table.hasStamps { try set(&model) }
    if table.hasConstraints { try check([model]) }
  }

  /// Sets `@updatedAt` fields to `now` and counts `@version` fields on, of models whose table has any.
  @usableFromInline
  func set<Model: PersistableModel>(_ model: inout Model) throws(StoreError) { try model.stamp(now: now) }

  @usableFromInline
  func check<Model: PersistableModel>(_ models: [Model]) throws(StoreError) {
    guard Model.table.hasConstraints, let sink = ConstraintSink(Model.table) else { return }
    var models = models
    let fault = sink.write { row in
      Model._write(&models, into: &row)
      return row.fault
    }
    if let broken = sink.broken {
      throw .checkFailed(model: Model.table.model, field: Model.table.field(at: broken.column), rule: broken.rule)
    }
    if let error = fault?.writingError(Model.table) { throw error }
  }
}
