extension [String] {
  /// The texts quoted and joined for a sentence: `'a', 'b' and 'c'`.
  public func listed(by word: String = "and") -> String {
    let quoted = map { "'\($0)'" }
    guard let last = quoted.last, count > 1 else { return quoted.first ?? "" }
    return "\(quoted.dropLast().joined(separator: ", ")) \(word) \(last)"
  }
}
