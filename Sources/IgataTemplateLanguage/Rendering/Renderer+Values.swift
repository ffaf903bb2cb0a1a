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
    throw unknownName(name, candidates: candidates())
  }

  /// Appends what a value prints as.
  mutating func append(_ value: borrowing TemplateValue, isRaw: Bool) throws(RenderError) {
    let escapes = options.escape == .html && !isRaw
    switch value {
    case .null: break
    case .text(let text): output.append(text, escapes: escapes)
    case .bytes(let bytes): bytes.withUnsafeBufferPointer { output.append($0, escapes: escapes) }
    case .number(let number): output.append(number)
    case .flag(let isOn): output.append(isOn ? "true" : "false")
    case .view, .list, .texts, .values:
      if options.mode == .strict { throw unprintable(reference(at: position), copy value) }
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
