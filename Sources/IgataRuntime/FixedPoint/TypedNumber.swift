import Foundation

/// The parts of a number that a user typed, to find out whether a format has read all of it.
///
/// Formats of Foundation read as much as they can. Where commas group digits, `1,5` is read as 1 and `1,23` as 123, and
/// every format reads `1.5M` as 1.5.
struct TypedNumber {
  /// The digits between other characters, as ASCII.
  private let groups: [String]
  /// Whether a decimal separator can be in front of the digits, as in `.5`.
  private let beginsWithSeparator: Bool
  private let hasMinus: Bool
  private let isPercentage: Bool
  /// The letters and the currency symbols.
  private let symbols: Set<Character>

  init(_ text: String) {
    var groups: [String] = []
    var (beforeDigits, previous): (Character?, Character?)
    var isInGroup = false
    for character in text {
      let digit = character.wholeNumberValue.flatMap { (0...9).contains($0) ? String($0) : nil }
      if let digit {
        if groups.isEmpty { beforeDigits = previous }
        if isInGroup { groups[groups.count - 1] += digit } else { groups.append(digit) }
      }
      (isInGroup, previous) = (digit != nil, character)
    }
    self.groups = groups
    beginsWithSeparator = beforeDigits.map { ".,\u{66B}".contains($0) } ?? false
    hasMinus = text.contains { "-\u{2212}(".contains($0) }
    isPercentage = text.contains { "%\u{66A}".contains($0) }
    symbols = Self.symbols(of: text)
  }

  /// Whether a value is the number of all digits, with their sign and nothing else.
  ///
  /// - Parameter known: The letters that the text may have: those of the value as the format writes it.
  func isRead(as value: Decimal, known: String) -> Bool {
    guard symbols.isSubset(of: Self.symbols(of: known)), !hasMinus || value <= 0,
      let digits = Decimal(string: groups.joined(), locale: nil)
    else { return false }
    let shift = isPercentage || known.contains { "%\u{66A}".contains($0) } ? 2 : 0
    return fractionCounts.contains { count in
      Decimal(sign: .plus, exponent: -count - shift, significand: digits) == abs(value)
    }
  }

  /// How many digits can be behind the decimal separator: none, or the last group.
  private var fractionCounts: [Int] {
    var counts: [Int] = []
    if Self.isGrouped(groups[...]), !beginsWithSeparator { counts.append(0) }
    if groups.count > 1 || beginsWithSeparator, let last = groups.last, Self.isGrouped(groups.dropLast()) {
      counts.append(last.count)
    }
    return counts
  }

  /// Whether separators are where a locale has them: in front of three digits, and of two or three farther left.
  private static func isGrouped(_ groups: ArraySlice<String>) -> Bool {
    guard groups.count > 1, let first = groups.first, let last = groups.last else { return true }
    return (1...3).contains(first.count) && last.count == 3
      && groups.dropFirst().allSatisfy { (2...3).contains($0.count) }
  }

  private static func symbols(of text: String) -> Set<Character> {
    Set(text.lowercased().filter { $0.isLetter || $0.isCurrencySymbol })
  }
}
