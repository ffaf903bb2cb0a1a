public import Foundation

extension Decimal {
  /// A default of the schema, which `igata generate` has read and found to be a number: exact, where a Swift literal
  /// would pass through a binary float.
  public init(_literal text: String) {
    self = Decimal(exactly: text) ?? .nan
  }
}

extension URL {
  /// A default of the schema, which `igata generate` has found to be a URL.
  public init(_literal text: String) {
    self = URL(string: text) ?? URL(fileURLWithPath: text)
  }
}
