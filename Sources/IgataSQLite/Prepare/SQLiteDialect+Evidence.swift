#if SQLite || canImport(SQLite3)
@_spi(Backend) public import IgataSQL
public import IgataTables

@_spi(Backend) extension SQLiteDialect {
  /// SQLite has few types, so that every column is checked.
  public func evidence(of column: ColumnDescription) -> ColumnEvidence? {
    let name = identifier(column.name)
    let isNull = column.isNullable ? "" : "\(name) IS NULL OR "
    let wrong = "\(isNull)\(name) IS NOT NULL AND (\(wrongValue(name, column.type)))"
    let number = "CASE WHEN typeof(\(name)) = 'integer' AND \(name) <> 0 THEN \(name) END"
    return ColumnEvidence(
      wrongValue: wrong, kind: "typeof(\(name))", number: column.type.storage == .date ? number : nil)
  }

  private func wrongValue(_ name: String, _ type: ColumnType) -> String {
    let isOther = { (storage: StorageClass) in "typeof(\(name)) <> '\(storage.rawValue.lowercased())'" }
    switch type {
    case .integerEnum(let values, _, false):
      return "\(name) NOT IN (\(values.map(String.init).joined(separator: ", ")))"
    case .stringEnum(let values, false):
      return "\(isOther(.text)) OR \(name) NOT IN (\(values.map { literal($0) }.joined(separator: ", ")))"
    case .scalar(let scalar):
      if let bounds = scalar.bounds {
        return "\(isOther(type.storageClass)) OR \(name) NOT BETWEEN \(bounds.lowerBound) AND \(bounds.upperBound)"
      }
    case .stringEnum, .integerEnum, .list: break
    }
    switch type.storage {
    case .bool: return "\(name) NOT IN (0, 1)"
    case .real: return "\(isOther(.real)) AND \(isOther(.integer))"
    case .decimal: return "\(isOther(.text)) OR \(name) GLOB '*[^-+.0-9eE]*'"
    case .json: return "\(isOther(.text)) OR NOT json_valid(\(name))"
    case .list: return "\(isOther(.text)) OR NOT json_valid(\(name)) OR json_type(\(name)) <> 'array'"
    case .uuid: return "\(isOther(.blob)) OR length(\(name)) <> 16"
    case .integer, .date, .text, .data: return isOther(type.storageClass)
    }
  }
}

#endif
