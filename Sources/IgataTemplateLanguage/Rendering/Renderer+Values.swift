extension Renderer {
  /// The value of a name, or `null` if there is none.
  mutating func resolve(_ name: NameReference) throws(RenderError) -> TemplateValue {
    if name.code >= 0 {
      if let value = context.value(of: name.code) { return value }
      return try missing(name.code)
    }
    if let path = name.path { return try resolve(path: path) }
    return context.current
  }

  /// The first part of a dotted name is looked up like any name. Each following part is looked up in the previous
  /// value.
  private mutating func resolve(path: Int) throws(RenderError) -> TemplateValue {
    if let value = context.knownValue(ofPath: path) { return value }
    let first = templates.code.paths[path][0]
    let start = first == Code.currentElement ? context.current : context.value(of: first)
    guard var value = start else { return try missing(first) }
    var index = 1
    while index < templates.code.paths[path].count {
      let part = templates.code.paths[path][index]
      index += 1
      switch value {
      case .null: return .null
      case .view(let view): value = try resolve(part, in: view, 0)
      case .element(let views, let element): value = try resolve(part, in: views, element)
      case .elements, .list, .made, .values:
        guard let filter = ListFilter(rawValue: templates.code.names.all[part]),
          index < templates.code.paths[path].count
        else { return try missing(part, among: ListFilter.allCases.map(\.rawValue)) }
        value = try filtered(value, by: filter, templates.code.paths[path][index])
        index += 1
      default: value = try resolve(part, of: value)
      }
    }
    context.remember(value, ofPath: path)
    return value
  }

  /// The elements of a list that have a value for the name, or of which the value is absent, false or empty.
  private mutating func filtered(
    _ list: TemplateValue, by filter: ListFilter, _ name: Int
  ) throws(RenderError) -> TemplateValue {
    let elements = list.elements
    try count(elements.count)
    var kept: [TemplateValue] = []
    for element in elements {
      let value: TemplateValue
      switch element {
      case .view(let view): value = try resolve(name, in: view, 0)
      case .element(let views, let element): value = try resolve(name, in: views, element)
      default: value = try missing(name, among: [])
      }
      if value.isFalsey == (filter == .whereNot) { kept.append(element) }
    }
    return .values(kept)
  }

  private mutating func resolve(
    _ name: Int, in views: any Views, _ element: Int
  ) throws(RenderError) -> TemplateValue {
    if let value = context.value(of: name, in: views, element) { return value }
    return try missing(name, among: views.shape.names)
  }

  /// A form of a text: `name.snakeCase`.
  private mutating func resolve(_ name: Int, of value: TemplateValue) throws(RenderError) -> TemplateValue {
    guard value.isText, let text = value.printed else { return try missing(name, among: []) }
    guard let form = TextForm(rawValue: templates.code.names.all[name]) else {
      return try missing(name, among: TextForm.allCases.map(\.rawValue))
    }
    try count(text.utf8.count)
    return .text(form.of(text))
  }

  @inline(never)
  private mutating func missing(_ name: Int, among names: [String]? = nil) throws(RenderError) -> TemplateValue {
    if options.mode == .strict { try noteMissing(name, among: names) }
    return .null
  }

  /// Prints the value of a name.
  @inline(__always)
  mutating func print(_ name: NameReference, isRaw: Bool) throws(RenderError) {
    if isRaw || options.escape == .none {
      if name.code >= 0 {
        if context.write(name.code, into: &output) { return }
      } else if let path = name.path, context.writeKnown(path: path, into: &output) {
        return
      }
    }
    try append(resolve(name), of: name, isRaw: isRaw)
  }

  /// Appends the printed form of a value.
  mutating func append(_ value: borrowing TemplateValue, of name: NameReference, isRaw: Bool) throws(RenderError) {
    let escapes = options.escape == .html && !isRaw
    switch value {
    case .null: break
    case .text(let text): if escapes { output.append(escaped: text.utf8) } else { output.append(text) }
    case .bytes(let bytes): if escapes { output.append(escaped: bytes) } else { output.append(bytes) }
    case .number(let number): output.append(number)
    case .flag(let isOn): output.append(isOn ? "true" : "false")
    case .written(let views, let slot, let element):
      let start = output.count
      _ = views.write(Int(slot), of: Int(element), into: &output)
      if escapes { output.append(escaped: output.cut(to: start)) }
    case .view, .element, .elements, .list, .made, .texts, .values:
      if options.mode == .strict { try noteUnprintable(name, copy value) }
    }
  }
}

/// A name after that of a list, which selects the elements by the name after it: `fields.where.isUnique`.
private enum ListFilter: String, CaseIterable {
  case `where`, whereNot
}

extension TemplateValue {
  /// The elements of a list; none for other values.
  fileprivate var elements: [TemplateValue] {
    switch self {
    case .elements(let views, let count): (0..<max(count, 0)).map { .element(views, $0) }
    case .list(let views): views.map { .view($0) }
    case .made(let source): (0..<max(source.count, 0)).map { .view(source.view(at: $0)) }
    case .texts(let texts): texts.map { .text($0) }
    case .values(let values): values
    case .null, .flag, .number, .text, .bytes, .written, .view, .element: []
    }
  }

  /// The value as text, or `nil` if it has no text.
  var printed: String? {
    switch self {
    case .null: ""
    case .flag(let isOn): isOn ? "true" : "false"
    case .number(let number): String(number)
    case .text(let text): text
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    case .written(let views, let slot, let element): Self.text(of: views, Int(slot), Int(element))
    case .view, .element, .elements, .list, .made, .texts, .values: nil
    }
  }

  /// Whether the value is text, so that names of forms can follow it.
  var isText: Bool {
    switch self {
    case .text, .bytes, .written: true
    case .null, .flag, .number, .view, .element, .elements, .list, .made, .texts, .values: false
    }
  }

  /// The description of an unprintable value in messages.
  var noun: String {
    switch self {
    case .view, .element: "a view with names of its own"
    case .elements, .list, .made, .texts, .values: "a list"
    case .null, .flag, .number, .text, .bytes, .written: "text"
    }
  }

  private static func text(of views: any Views, _ slot: Int, _ element: Int) -> String {
    var text = TextBuffer()
    _ = views.write(slot, of: element, into: &text)
    return text.text
  }
}
