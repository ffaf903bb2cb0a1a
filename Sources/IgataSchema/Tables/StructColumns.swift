extension Schema {
  /// The number of columns of a field.
  public func columnCount(of field: Field) -> Int {
    if case .embedded(let index, _) = field.kind { columnCount(ofStruct: index) } else { 1 }
  }

  /// The number of columns of a struct, including those of nested structs.
  public func columnCount(ofStruct index: Int) -> Int {
    structs[index].fields.reduce(0) { $0 + columnCount(of: $1) }
  }

  /// The offset from an optional struct's first column to the one that determines whether the struct is `nil`.
  public func presenceOffset(ofStruct index: Int) -> Int? {
    var offset = 0
    for field in structs[index].fields {
      switch field.kind {
      case .value(_, isOptional: false), .list:
        if field.defaultValue == nil { return offset }
      case .embedded(let inner, isOptional: false):
        if let inner = presenceOffset(ofStruct: inner) { return offset + inner }
      default: break
      }
      offset += columnCount(of: field)
    }
    return nil
  }
}
