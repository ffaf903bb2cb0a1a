internal import Foundation

/// Whether a property holds what its column does, so that a model that was edited, or whose table was, is refused before
/// a row is read wrong.
struct PropertyFit {
  let column: ColumnDescription
  /// Whether the column may be null where the property may not: in a struct that may be missing as a whole.
  var isInOptional = false

  /// A type that was made by hand, of which nothing is known, fits.
  func holds(_ type: any Storable.Type) -> Bool {
    guard let optional = type as? any OptionalStorable.Type else {
      return (isInOptional || !column.isNullable) && Self.fits(type, column.type)
    }
    return column.isNullable && Self.fits(optional.wrapped, column.type)
  }

  private static func fits(_ type: any Storable.Type, _ column: ColumnType) -> Bool {
    if let raw = type as? any QueryRawRepresentable.Type { return fits(rawType(of: raw), column) }
    if let list = type as? any ListStorable.Type {
      guard case .list(let element) = column else { return false }
      return fits(list.element, element)
    }
    if let fixed = type as? any FixedPoint.Type {
      guard case .fixed(let scale) = column else { return false }
      return fixed.scale == scale
    }
    guard let kind = kinds[ObjectIdentifier(type)] else { return true }
    return kind == column.kind
  }

  private static func rawType<Value: QueryRawRepresentable>(of type: Value.Type) -> any Storable.Type {
    Value.QueryRawValue.self
  }

  private static let kinds: [ObjectIdentifier: ColumnType] = [
    ObjectIdentifier(Bool.self): .bool, ObjectIdentifier(Int16.self): .int16, ObjectIdentifier(Int32.self): .int32,
    ObjectIdentifier(Int64.self): .int64, ObjectIdentifier(Int.self): .int, ObjectIdentifier(Float.self): .float,
    ObjectIdentifier(Double.self): .double, ObjectIdentifier(Decimal.self): .decimal(),
    ObjectIdentifier(String.self): .string, ObjectIdentifier(Data.self): .data, ObjectIdentifier(Date.self): .date,
    ObjectIdentifier(UUID.self): .uuid, ObjectIdentifier(URL.self): .url, ObjectIdentifier(JSON.self): .json,
  ]
}

extension ColumnType {
  /// The type without what only bounds its values.
  fileprivate var kind: ColumnType {
    switch self {
    case .decimal: .decimal()
    case .stringEnum: .string
    case .integerEnum(_, let width, _): width
    default: self
    }
  }
}

/// An optional type that fills a column.
private protocol OptionalStorable {
  static var wrapped: any Storable.Type { get }
}

extension Optional: OptionalStorable where Wrapped: Storable {
  fileprivate static var wrapped: any Storable.Type { Wrapped.self }
}

/// A list that fills a column.
private protocol ListStorable {
  static var element: any Storable.Type { get }
}

extension Array: ListStorable where Element: Storable {
  fileprivate static var element: any Storable.Type { Element.self }
}
