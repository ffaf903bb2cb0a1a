/// A scalar as it is displayed on a terminal, and the number of columns that takes.
struct DisplayedScalar {
  var text: String
  var width: Int
}

/// Returns how a scalar is displayed: as itself, or as an escape if it is invisible or would change how other
/// characters are displayed.
///
/// - Parameter previous: The scalar before it, with which it can share a terminal cell.
func display(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> DisplayedScalar {
  if scalar.value >= 0x20, scalar.value < 0x7F { return DisplayedScalar(text: String(scalar), width: 1) }
  if scalar == "\t" { return DisplayedScalar(text: "\t", width: 1) }
  if isUnsafe(scalar) {
    let text = "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    return DisplayedScalar(text: text, width: text.utf8.count)
  }
  return DisplayedScalar(text: String(scalar), width: width(of: scalar, after: previous))
}

/// The text on one line, with an escape for each control character and each bidirectional control character.
package func visible(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n": result += " "
    case "\t": result += #"\t"#
    default: result += display(scalar, after: nil).text
    }
  }
  return result
}

/// Whether a scalar is invisible, or would change how other characters are displayed.
func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x00...0x1F, 0x7F...0x9F: true
  // Bidirectional controls, line and paragraph separators, and zero-width characters.
  case 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
  default: false
  }
}

private func width(of scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> Int {
  let joiner: Unicode.Scalar = "\u{200D}"
  switch scalar.value {
  case 0x200C, 0x200D, 0xFE00...0xFE0E, 0x1F3FB...0x1F3FF, 0xE0000...0xE0FFF: return 0
  case 0xFE0F: return previous.map { $0.properties.isEmoji && !$0.properties.isEmojiPresentation } == true ? 1 : 0
  case 0x1F1E6...0x1F1FF: return 1
  case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18AFF,
    0x1B000...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD:
    return scalar.value == 0x3099 || scalar.value == 0x309A || (0x302A...0x302D).contains(scalar.value) ? 0 : 2
  case 0x1160...0x11FF: return 0
  default: break
  }
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format: return 0
  default: break
  }
  guard scalar.properties.isEmojiPresentation else { return 1 }
  return previous == joiner ? 0 : 2
}
