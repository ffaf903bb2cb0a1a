import IgataDiagnostics

/// Finds the bytes that aren't allowed anywhere in a schema: invalid UTF-8 and control characters.
///
/// A run of them is reported as one finding, at its first byte.
func checkText(_ bytes: [UInt8], file: Int) -> Findings {
  var findings = Findings()
  var offset = 0
  var last: (kind: DiagnosticKind, end: Int)?
  while offset < bytes.count {
    let byte = bytes[offset]
    if byte >= 0x20, byte < 0x7F {
      offset += 1
      continue
    }
    let here = decodeScalar(bytes, at: offset)
    let range = SourceRange(file: file, start: offset, end: offset + here.length)
    offset = range.end
    let kind: DiagnosticKind
    if let scalar = here.scalar {
      guard isForbidden(scalar, before: offset < bytes.count ? bytes[offset] : nil) else { continue }
      kind = .controlCharacter
      if last?.kind != kind || last?.end != range.start { findings.append(.controlCharacter(scalar, at: range)) }
    } else {
      kind = .invalidUTF8
      if last?.kind != kind || last?.end != range.start { findings.append(.invalidUTF8(byte, at: range)) }
    }
    last = (kind, range.end)
  }
  return findings
}

private func isForbidden(_ scalar: Unicode.Scalar, before next: UInt8?) -> Bool {
  switch scalar {
  case "\t", "\n": false
  case "\r": next != UInt8(ascii: "\n")
  case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": true
  default: false
  }
}
