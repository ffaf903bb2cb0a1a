/// How a scalar is shown on a terminal, and how many columns that takes.
struct DisplayedScalar {
  var text: String
  var width: Int
}

/// How a scalar is shown: itself, or an escape where it could not be seen or would change how others are seen.
///
/// - Parameter previous: the scalar before it, with which it may share a cell.
func display(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> DisplayedScalar {
  if scalar.value >= 0x20, scalar.value < 0x7F { return DisplayedScalar(text: String(scalar), width: 1) }
  if scalar == "\t" { return DisplayedScalar(text: "\t", width: 1) }
  if isUnsafe(scalar) {
    let text = "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    return DisplayedScalar(text: text, width: text.utf8.count)
  }
  return DisplayedScalar(text: String(scalar), width: width(of: scalar, after: previous))
}

/// The text on one line, with an escape for each control character and each mark that turns the reading direction.
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

/// Whether a scalar could not be seen, or would change how others are seen.
func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x00...0x1F, 0x7F...0x9F: true
  // Marks that turn the direction, line and paragraph separators, and marks that take no room.
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
