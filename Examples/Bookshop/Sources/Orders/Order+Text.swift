extension Order {
  /// One line for the packer.
  public var line: String { "\(count) × \(isbn)" }
}
