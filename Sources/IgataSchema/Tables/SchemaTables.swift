public import IgataTables

extension Schema {
  /// The tables of the models of a schema without errors, in their order.
  public var tables: [ModelTable] { tables(of: models.indices) }

  /// The table of one model of a schema without errors.
  ///
  /// - Parameter index: An index into ``models``.
  public func table(ofModel index: Int) -> ModelTable? { tables(of: index..<index + 1).first }

  private func tables(of models: Range<Int>) -> [ModelTable] {
    let enums = enums.map { $0.columnType }
    let distribution = distributionColumns
    return models.map { TableLowering(self, $0, enums, distributedBy: distribution[$0]).modelTable }
  }
}

extension EnumType {
  fileprivate var columnType: ColumnType {
    let isOpen = unknownCase != nil
    guard rawType.number == .whole else {
      return .stringEnum(
        cases.map { if case .string(let text) = $0.rawValue { text } else { "" } }, isOpen: isOpen)
    }
    return .integerEnum(
      cases.map { if case .integer(let number) = $0.rawValue { number } else { 0 } }, width: rawType, isOpen: isOpen)
  }
}
