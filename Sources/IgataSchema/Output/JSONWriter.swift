import IgataDiagnostics

/// Writes JSON in the order in which it is told, two spaces for each level.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private var depth = 0
  /// Whether nothing stands yet in the object or the list that is open.
  private var isFirst = true

  /// Gives away what has been written so far.
  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  mutating func object(_ body: (inout JSONWriter) -> Void) { enclose("{", "}", body) }

  mutating func key(_ name: String, _ text: String?) {
    key(name)
    value(text)
  }

  mutating func key(_ name: String, _ flag: Bool) {
    key(name)
    bytes += (flag ? "true" : "false").utf8
  }

  mutating func key(_ name: String, _ number: Int) {
    key(name)
    bytes += String(number).utf8
  }

  mutating func key(_ name: String, object body: (inout JSONWriter) -> Void) {
    key(name)
    object(body)
  }

  mutating func key<Element>(
    _ name: String, list elements: some Sequence<Element>, _ element: (inout JSONWriter, Element) -> Void
  ) {
    key(name)
    enclose("[", "]") { writer in
      for item in elements {
        writer.startItem()
        element(&writer, item)
      }
    }
  }

  mutating func key(_ name: String, list texts: [String]) { key(name, list: texts) { $0.value($1) } }

  mutating func value(_ text: String?) {
    if let text { JSONText.append(text, to: &bytes) } else { bytes += "null".utf8 }
  }

  private mutating func key(_ name: String) {
    startItem()
    JSONText.append(name, to: &bytes)
    bytes += ": ".utf8
  }

  private mutating func enclose(_ open: String, _ close: String, _ body: (inout JSONWriter) -> Void) {
    begin(open)
    body(&self)
    end(close)
  }

  /// Begins an object or a list that ``end(_:)`` ends.
  mutating func begin(_ bracket: String) {
    bytes += bracket.utf8
    depth += 1
    isFirst = true
  }

  mutating func beginList(_ name: String) {
    key(name)
    begin("[")
  }

  mutating func end(_ close: String) {
    depth -= 1
    if !isFirst { newLine() }
    bytes += close.utf8
    isFirst = false
  }

  mutating func startItem() {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    newLine()
  }

  private mutating func newLine() {
    bytes.append(UInt8(ascii: "\n"))
    bytes += repeatElement(UInt8(ascii: " "), count: depth * 2)
  }
}
