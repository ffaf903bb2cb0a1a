/// The type of a column's values. A newtype is the type that it wraps.
public enum ColumnType: Hashable, Sendable {
  /// A built-in type; ``Scalar/currency`` is the ``Scalar/fixed(scale:)`` that it is stored as.
  case scalar(Scalar)
  /// An enum over strings: its raw values, and whether others are read as its `@unknown` case.
  case stringEnum([String], isOpen: Bool = false)
  /// An enum over whole numbers of the type `width`.
  case integerEnum([Int64], width: Scalar, isOpen: Bool = false)
  /// A list of a type that is none itself.
  indirect case list(ColumnType)

  /// The type of a column that holds values of a scalar.
  public init(_ scalar: Scalar) { self = .scalar(scalar == .currency ? .fixed(scale: scalar.scale) : scalar) }
}

extension ColumnType {
  /// How the values are stored.
  public var storage: StorageKind {
    switch self {
    case .scalar(let scalar): scalar.storage
    case .stringEnum: .text
    case .integerEnum: .integer
    case .list: .list
    }
  }

  /// Whether the values are numbers, raw values of an enum among them.
  public var isNumber: Bool {
    switch self {
    case .scalar(let scalar): scalar.isNumber
    case .integerEnum: true
    case .stringEnum, .list: false
    }
  }

  /// The factor by which a fixed-point number is multiplied when it is stored; 1 for all other types.
  public var scale: Int64 { if case .scalar(let scalar) = self { scalar.scale } else { 1 } }
}
