public import IgataTables

extension Schema {
  /// The tables of the models of a schema without errors, in their order.
  public var tables: [ModelTable] {
    let enums = enums.map { $0.columnType }
    let distribution = distributionColumns
    return models.indices.map { index in
      TableLowering(self, index, enums, distributedBy: distribution[index]).modelTable
    }
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
