/// A `nil` literal to compare a relation with.
public struct NilLiteral: ExpressibleByNilLiteral, Sendable {
  /// The literal `nil`.
  public init(nilLiteral: ()) {}
}

extension ToOne {
  /// Whether there is no related row.
  public static func == (left: ToOne, right: NilLiteral) -> Condition { left.isNil }
  /// Whether there is a related row.
  public static func != (left: ToOne, right: NilLiteral) -> Condition { !left.isNil }
}

extension Column {
  /// A column that is never `nil` can't be compared with it.
  @available(*, unavailable, message: "the column is never nil: leave this condition out")
  public static func == (left: Column, right: NilLiteral) -> Condition { .never }
  /// A column that is never `nil` can't be compared with it.
  @available(*, unavailable, message: "the column is never nil: leave this condition out")
  public static func != (left: Column, right: NilLiteral) -> Condition { .always }
}
