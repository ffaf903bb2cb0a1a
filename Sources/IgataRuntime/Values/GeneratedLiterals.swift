public import Foundation

extension Decimal {
  /// A default of the schema, which `igata generate` has checked to be a number. It is exact, while a Swift literal
  /// would be converted to a binary number first.
  public init(_literal text: String) {
    self = Decimal(exactly: text) ?? .nan
  }
}

extension JSON {
  /// A default of the schema, which `igata generate` has checked to be JSON. It has all digits of its numbers, and is
  /// parsed at run time, as the compiler takes long for nested literals.
  public init(_literal text: String) {
    self = (try? JSON(parsing: text)) ?? .null
  }
}

extension Day {
  /// A default of the schema, which `igata generate` has checked to be a day.
  public init(_literal text: String) {
    self = Day(text) ?? .first
  }
}

extension URL {
  /// A default of the schema, which `igata generate` has checked to be a URL.
  public init(_literal text: String) {
    self = URL(string: text) ?? URL(fileURLWithPath: text)
  }
}
