public import Foundation

extension PersistableModel {
  /// Whether a save changes models of this type, one of which is `model`: whether they have a date or a version to set.
  /// Where it does not, an array of them need not be copied.
  static func isStamped(like model: Self) -> Bool {
    let stamped = [Date.distantPast, .distantFuture].map { date in
      var stamped = model
      return (try? stamped._stamp(now: date)).map { stamped }
    }
    return stamped != [model, model]
  }
}

/// What is done to every model before anything is written: its dates and versions are set, and its values are held to
/// the constraints of the schema.
@usableFromInline
struct SaveStamp {
  @usableFromInline let now: Date

  @inlinable init() { now = Date.wholeMicrosecond() }

  @inlinable
  func prepare<Model: PersistableModel>(_ model: inout Model) throws(StoreError) {
    try model._stamp(now: now)
    if Model.table.hasConstraints { try check([model]) }
  }

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
