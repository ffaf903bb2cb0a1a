public import Foundation

/// What happens to every model before anything is written: its dates and versions are set, and its values are checked
/// against the constraints of the schema.
public struct SaveStamp: Sendable {
  /// The date that `@updatedAt` fields are set to, in whole microseconds.
  public let now: Date

  @inlinable init() { now = Date.wholeMicrosecond() }

  @inlinable
  func prepare<Model: PersistableModel>(_ model: inout Model) throws(StoreError) {
    let table = Model.table
    if table.hasStamps { try model._stamp(with: self) }
    if table.hasConstraints { try check([model]) }
  }

  /// The version that comes after another one.
  ///
  /// - Parameters:
  ///   - version: The version of the row.
  ///   - field: The field, such as `Account.version`, for the error.
  /// - Throws: ``StoreError/overflow(expression:)`` if `version` is the greatest number of its type.
  public func next<Version: FixedWidthInteger>(
    after version: Version, of field: @autoclosure () -> String
  ) throws(StoreError) -> Version {
    let (next, isOverflow) = version.addingReportingOverflow(1)
    if isOverflow { throw .overflow(expression: field()) }
    return next
  }

  @usableFromInline
  func check<Model: PersistableModel>(_ models: [Model]) throws(StoreError) {
    guard Model.table.hasConstraints, let sink = ConstraintSink(Model.table) else { return }
    let fault = sink.write { row in
      Model.write(models, to: &row)
      return row.fault
    }
    if let broken = sink.broken {
      throw .checkFailed(model: Model.table.model, field: Model.table.field(at: broken.column), rule: broken.rule)
    }
    if let error = fault?.writingError(Model.table) { throw error }
  }
}
