import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let confusableName = LintRule(
    "confusable-name", .names, .normal,
    """
    A name contains letters that look like others.

    With a Cyrillic `а` in a Latin word, or a full-width `ｉｄ`, typing the name as it looks doesn't find it in the
    schema or in the code. Names in a single script are valid, and so are combinations of Latin and Japanese.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
        ｎａｍｅ: String
      }
      """,
    fix: .replacing("ｎａｍｅ:", with: "name:"),
    check: .names { name, _, findings in
      guard name.text.utf8.contains(where: { $0 >= 0x80 }) else { return }
      var scripts: Set<Lookalike> = []
      for scalar in name.text.unicodeScalars {
        if let script = Lookalike(scalar) { scripts.insert(script) }
      }
      if scripts.contains(.fullWidth) {
        findings.report(
          "'\(name.text)' contains full-width or half-width letters", at: name.range, help: "use ordinary letters")
      } else if scripts.count > 1 {
        findings.report(
          "'\(name.text)' mixes letters of scripts that look alike", at: name.range, help: "use letters of one script")
      }
    })
}

/// Scripts whose letters look alike.
private enum Lookalike {
  case latin, greek, cyrillic, fullWidth

  init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F: self = .latin
    case 0x370...0x3FF: self = .greek
    case 0x400...0x52F: self = .cyrillic
    // Full-width Latin and half-width katakana.
    case 0xFF01...0xFF5E, 0xFF61...0xFF9F: self = .fullWidth
    default: return nil
    }
  }
}
