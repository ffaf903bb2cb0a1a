import IgataDiagnostics

extension Renderer {
  /// The value under a name, or null where there is none and that is no error.
  mutating func resolve(_ name: NameReference) throws(RenderError) -> TemplateValue {
    if name == .current { return context.current }
    if let path = name.path { return try resolve(templates.code.paths[path], of: name) }
    if let value = context.value(of: name.code) { return value }
    return try missing(templates.code.names.all[name.code], candidates: context.visibleNames)
  }

  /// The first part of a dotted name is looked up as any name, each of the others in what was found before.
  private mutating func resolve(_ path: [Int], of name: NameReference) throws(RenderError) -> TemplateValue {
    var value: TemplateValue?
    for part in path {
      switch value {
      case nil:
        value = context.value(of: part)
        if value == nil { return try missing(templates.code.names.all[part], candidates: context.visibleNames) }
      case .null?: return .null
      case .view(let view)?:
        value = context.value(of: part, in: view)
        if value == nil { return try missing(templates.code.names.all[part], candidates: view.shape.names) }
      default: return try missing(templates.code.names.all[part], candidates: [])
      }
    }
    return value ?? .null
  }

  private func missing(_ name: String, candidates: @autoclosure () -> [String]) throws(RenderError) -> TemplateValue {
    guard options.mode == .strict else { return .null }
    throw missingName(name, candidates: candidates())
  }

  /// Appends what a value prints as.
  func append(_ value: TemplateValue, isRaw: Bool, to output: inout [UInt8]) throws(RenderError) {
    let escapes = options.escape == .html && !isRaw
    switch value {
    case .null: break
    case .text(var text):
      text.withUTF8 { bytes in
        if escapes { output.appendEscaped(bytes) } else { output.append(contentsOf: bytes) }
      }
    case .bytes(let bytes):
      if escapes { bytes.withUnsafeBufferPointer { output.appendEscaped($0) } } else { output += bytes }
    case .number(let number): output += String(number).utf8
    case .flag(let isOn): output += (isOn ? "true" : "false").utf8
    case .view, .list, .texts, .values:
      if options.mode == .strict { throw unprintable(reference(at: position), value) }
    }
  }

  private func reference(at operation: Int) -> NameReference {
    if case .variable(let name, _, _) = templates.code.operations[operation] { return name }
    return .current
  }
}

extension TemplateValue {
  /// The value as text, or nil where it has none.
  var printed: String? {
    switch self {
    case .null: ""
    case .flag(let isOn): isOn ? "true" : "false"
    case .number(let number): String(number)
    case .text(let text): text
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    case .view, .list, .texts, .values: nil
    }
  }

  /// What a message calls a value that does not print.
  var noun: String {
    switch self {
    case .view: "a view with names of its own"
    case .list, .texts, .values: "a list"
    case .null, .flag, .number, .text, .bytes: "text"
    }
  }
}

extension [UInt8] {
  /// Appends `bytes` with the four characters that mean something in HTML spelled out.
  mutating func appendEscaped(_ bytes: UnsafeBufferPointer<UInt8>) {
    var start = bytes.startIndex
    for (index, byte) in bytes.enumerated() {
      guard let entity = Self.entity(of: byte) else { continue }
      append(contentsOf: bytes[start..<index])
      append(contentsOf: entity.utf8)
      start = index + 1
    }
    append(contentsOf: bytes[start...])
  }

  private static func entity(of byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    default: nil
    }
  }
}
