import IgataDiagnostics

/// Whether a text is a name that could be declared, in Swift and in a schema, if need be in backticks.
public func isIdentifier(_ text: String) -> Bool {
  guard let first = text.unicodeScalars.first, IdentifierScalars.canStart(first) else { return false }
  return text.unicodeScalars.allSatisfy(IdentifierScalars.canContinue)
}

extension UInt8 {
  /// Whether a byte may be part of an identifier in UTF-8. That of a scalar beyond ASCII may be.
  package var isPartOfIdentifier: Bool { self >= 0x80 || IdentifierScalars.isASCIIContinuation(self) }
}

/// The scalars that Swift allows in an identifier, except for the byte-order mark, bidirectional control characters and
/// full-width punctuation, which can make a name look like a different one.
enum IdentifierScalars {
  static func canStart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "_": true
    case "\0"..."\u{7F}": false
    default: canContinue(scalar) && !isCombining(scalar.value)
    }
  }

  static func canContinue(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 { return isASCIIContinuation(UInt8(scalar.value)) }
    if LookAlike.isWidePunctuation(scalar) { return false }
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = low + (high - low) / 2
      if ranges[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(scalar.value)
  }

  static func isASCIIContinuation(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
    default: false
    }
  }

  /// Combining marks, which belong to the letter before them and so can't come first.
  private static func isCombining(_ value: UInt32) -> Bool {
    switch value {
    case 0x0300...0x036F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
    default: false
    }
  }

  private static let ranges: [ClosedRange<UInt32>] = [
    0xA8...0xA8, 0xAA...0xAA, 0xAD...0xAD, 0xAF...0xAF, 0xB2...0xB5, 0xB7...0xBA, 0xBC...0xBE, 0xC0...0xD6,
    0xD8...0xF6, 0xF8...0x167F, 0x1681...0x180D, 0x180F...0x1FFF, 0x200B...0x200D, 0x203F...0x2040, 0x2054...0x2054,
    0x2060...0x2065, 0x206A...0x218F, 0x2460...0x24FF, 0x2776...0x2793, 0x2C00...0x2DFF, 0x2E80...0x2FFF,
    0x3004...0x3007, 0x3021...0x302F, 0x3031...0xD7FF, 0xF900...0xFD3D, 0xFD40...0xFDCF, 0xFDF0...0xFE44,
    0xFE47...0xFEFE, 0xFF00...0xFFF8, 0x10000...0x1FFFD, 0x20000...0x2FFFD, 0x30000...0x3FFFD, 0x40000...0x4FFFD,
    0x50000...0x5FFFD, 0x60000...0x6FFFD, 0x70000...0x7FFFD, 0x80000...0x8FFFD, 0x90000...0x9FFFD, 0xA0000...0xAFFFD,
    0xB0000...0xBFFFD, 0xC0000...0xCFFFD, 0xD0000...0xDFFFD, 0xE0000...0xEFFFD,
  ]
}
