/// Bounds that the values of a column are held to.
public struct ColumnConstraints: Hashable, Sendable {
  /// The least and the greatest length: Unicode scalars of a text, bytes of data, elements of a list.
  public var minimumLength: Int?
  /// The greatest length, see ``minimumLength``.
  public var maximumLength: Int?
  /// Bounds of a number as exact decimal text; a fixed-point number's in whole units, not × scale.
  public var minimum: String?
  /// The greatest number, see ``minimum``.
  public var maximum: String?
  /// Whether ``maximum`` itself is outside.
  public var excludesMaximum: Bool
  /// A regular expression that the whole text must match.
  public var pattern: String?

  /// No bounds.
  public static let none = ColumnConstraints()

  /// Bounds; what is left out is not bounded.
  public init(
    minimumLength: Int? = nil, maximumLength: Int? = nil, minimum: String? = nil, maximum: String? = nil,
    excludesMaximum: Bool = false, pattern: String? = nil
  ) {
    self.minimumLength = minimumLength
    self.maximumLength = maximumLength
    self.minimum = minimum
    self.maximum = maximum
    self.excludesMaximum = excludesMaximum
    self.pattern = pattern
  }
}
