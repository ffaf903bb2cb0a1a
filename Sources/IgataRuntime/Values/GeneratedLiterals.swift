public import Foundation

extension Decimal {
  /// A default of the schema, which `igata generate` has checked to be a number. It is exact, while a Swift literal
  /// would be converted to a binary number first.
  public init(_literal text: String) {
    self = Decimal(exactly: text) ?? .nan
  }
}

extension URL {
  /// A default of the schema, which `igata generate` has checked to be a URL.
  public init(_literal text: String) {
    self = URL(string: text) ?? URL(fileURLWithPath: text)
  }
}
