public import IgataTables

extension TableDescription {
  /// The conditions that every row satisfies.
  @_spi(Backend) public var checks: [TableCheck] { table.checks }

  /// The error of a row that a check refuses: `rule` is the check's name, and `field` has the names of the fields that
  /// it compares.
  @_spi(Backend) public func error(breaking check: TableCheck) -> StoreError {
    .checkFailed(
      model: model, field: fields(check.condition.columns).joined(separator: ", "), rule: check.name)
  }
}
