/// The words of a name, in lower case: `askedForDelete` → `asked`, `for`, `delete`; `URLPath2` → `url`, `path`, `2`;
/// `合計金額` → `合計金額`.
///
/// A word begins at an upper-case letter that follows anything else, at the last letter of a run of upper-case letters
/// that is followed by a lower-case letter, between a letter and a digit, and after `_`.
public func words(of name: String) -> [String] {
  var result: [String] = []
  var word = ""
  var previous = Letter.separator
  let scalars = Array(name.unicodeScalars)
  for (index, scalar) in scalars.enumerated() {
    let letter = Letter(scalar)
    let next = index + 1 < scalars.count ? Letter(scalars[index + 1]) : .separator
    let begins =
      switch (previous, letter) {
      case (_, .separator): true
      case (.upper, .upper): next == .lower
      case (.upper, .lower): false
      default: previous != letter
      }
    if begins, !word.isEmpty {
      result.append(word)
      word = ""
    }
    if letter == .upper {
      word += scalar.isASCII ? String(Unicode.Scalar(UInt8(scalar.value | 0x20))) : scalar.properties.lowercaseMapping
    } else if letter != .separator {
      word.unicodeScalars.append(scalar)
    }
    previous = letter
  }
  if !word.isEmpty { result.append(word) }
  return result
}

private enum Letter {
  case upper, lower, digit, separator

  init(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "a"..."z": self = .lower
    case "A"..."Z": self = .upper
    case "0"..."9": self = .digit
    case "_": self = .separator
    case _ where scalar.isASCII: self = .lower
    default: self = scalar.properties.isUppercase ? .upper : .lower
    }
  }
}
