/// A type of your own that a column stores: `type Color = String @swift("Palette.Color")`.
///
/// The column stores the raw value, whose type is that of the schema. An enum needs nothing but the conformance:
///
/// ```swift
/// enum Palette {
///   enum Color: String, CaseIterable, PersistableValue {
///     case red, green, blue
///   }
/// }
/// ```
///
/// Any other type is `RawRepresentable`, `Hashable`, `Codable` and `Sendable`, and has a ``fallback``.
///
/// `init(rawValue:)` decides which raw values are values. A row that contains another one can't be read:
/// ``StoreError/corrupted(model:row:column:problem:)``.
public protocol PersistableValue: RawRepresentable, QueryRawRepresentable, PersistableKey
where RawValue: Storable & PersistableKey, QueryRawValue == RawValue {
  /// The value in place of a default of the schema that `init(rawValue:)` refuses.
  ///
  /// A schema can't know what your type refuses. If it accepts every default of the schema, no model ever contains this
  /// value because of that. For an enum that is `CaseIterable`, it is the first case.
  static var fallback: Self { get }
}

extension PersistableValue where Self: CaseIterable {
  /// The first case. An enum that has raw values has one.
  public static var fallback: Self { allCases[allCases.startIndex] }
}

extension PersistableValue {
  /// The value of a default in the schema: ``fallback`` if the type refuses it.
  public init(default rawValue: RawValue) { self = Self(rawValue: rawValue) ?? .fallback }

  /// If the type refuses the raw value, this is a fault, and the value is a placeholder.
  @inlinable
  public init(row: inout RowReader, at column: Int) {
    let rawValue = RawValue(row: &row, at: column)
    if let value = Self(rawValue: rawValue) {
      self = value
    } else {
      row.fail(column, .constraint("the rules of '\(Self.self)'"))
      self = .fallback
    }
  }

  @inlinable
  public func write(to row: inout RowWriter, at column: Int) { rawValue.write(to: &row, at: column) }

  public init(from decoder: any Decoder) throws {
    let rawValue = try RawValue(from: decoder)
    guard let value = Self(rawValue: rawValue) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "the value breaks the rules of '\(Self.self)'"))
    }
    self = value
  }

  public func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }
}
