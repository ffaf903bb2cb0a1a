public import IgataTables

extension Schema {
  /// The tables of the models of a schema without errors, in their order.
  public var tables: [ModelTable] {
    let enums = enums.map { $0.columnType }
    let spreading = distributionColumns
    return models.indices.map { index in
      TableLowering(self, models[index], enums, spreadBy: spreading[index]).modelTable
    }
  }
}

extension EnumType {
  fileprivate var columnType: ColumnType {
    let isOpen = cases.contains(where: \.isUnknown)
    let width: ColumnType? =
      switch rawType {
      case .string: nil
      case .int16: .int16
      case .int32: .int32
      case .int64: .int64
      case .int: .int
      }
    guard let width else {
      return .stringEnum(
        cases.map { if case .string(let text) = $0.rawValue { text } else { "" } }, isOpen: isOpen)
    }
    return .integerEnum(
      cases.map { if case .integer(let number) = $0.rawValue { number } else { 0 } }, width: width, isOpen: isOpen)
  }
}

extension Scalar {
  var columnType: ColumnType {
    switch self {
    case .bool: .bool
    case .int16: .int16
    case .int32: .int32
    case .int64: .int64
    case .int: .int
    case .float: .float
    case .double: .double
    case .decimal(let precision, let scale): .decimal(precision: precision, scale: scale)
    case .fixed(let scale): .fixed(scale: scale)
    case .currency: .fixed(scale: 1000)
    case .string: .string
    case .data: .data
    case .date: .date
    case .uuid: .uuid
    case .url: .url
    case .json: .json
    }
  }
}
