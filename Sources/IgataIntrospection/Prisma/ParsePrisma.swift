/// Parses a Prisma file: <https://www.prisma.io/docs/orm/reference/prisma-schema-reference>.
struct PrismaParser {
  private let tokens: [PrismaToken]
  private var index = 0
  /// How many brackets and parentheses are open. Lines don't matter in them.
  private var depth = 0

  static func blocks(of text: String, file: String) throws(PrismaError) -> [PrismaBlock] {
    var parser = PrismaParser(tokens: try PrismaScanner.tokens(of: text, file: file))
    var blocks: [PrismaBlock] = []
    while let block = try parser.block() { blocks.append(block) }
    return blocks
  }

  private init(tokens: [PrismaToken]) { self.tokens = tokens }

  private var token: PrismaToken { tokens[min(index, tokens.count - 1)] }

  private mutating func take() -> PrismaToken {
    defer { index += 1 }
    return token
  }

  private mutating func take(_ mark: String) -> Bool {
    if depth > 0 { while token.kind == .newline || token.kind == .documentation { index += 1 } }
    guard token.kind == .mark, token.text == mark else { return false }
    index += 1
    return true
  }

  private mutating func expect(_ mark: String, after what: String) throws(PrismaError) {
    if take(mark) { return }
    throw unexpected("'\(mark)' is missing after \(what)", help: "write '\(mark)'")
  }

  private func unexpected(_ message: String, help: String) -> PrismaError {
    let found = [.newline, .end].contains(token.kind) ? "" : ", and '\(token.text)' is there"
    return PrismaError(token.location, message + found, help: help)
  }

  private mutating func name(of what: String) throws(PrismaError) -> String {
    guard token.kind == .name else { throw unexpected("the name of \(what) is missing", help: "write a name") }
    return take().text
  }

  /// The comments for readers before a declaration.
  private mutating func documentation() -> [String] {
    var lines: [String] = []
    while token.kind == .newline || token.kind == .documentation {
      // An empty line ends what belongs to the next declaration.
      if token.kind == .newline, index > 0, tokens[index - 1].kind == .newline { lines = [] }
      if token.kind == .documentation { lines.append(token.text) }
      index += 1
    }
    return lines
  }

  // MARK: Blocks

  private mutating func block() throws(PrismaError) -> PrismaBlock? {
    let documentation = documentation()
    if token.kind == .end { return nil }
    let start = token
    let keywords = ["model", "view", "type", "enum", "datasource", "generator"]
    guard start.kind == .name, keywords.contains(start.text) else {
      throw unexpected(
        "a declaration begins with \(keywords.map { "'\($0)'" }.joined(separator: ", "))",
        help: "write one of these words, or remove the line")
    }
    index += 1
    let name = try name(of: "the \(start.text)")
    var block = PrismaBlock(
      keyword: start.text, name: name, documentation: documentation, location: start.location)
    try expect("{", after: "'\(start.text) \(name)'")
    while true {
      let documentation = self.documentation()
      if take("}") { return block }
      if token.kind == .end {
        throw PrismaError(start.location, "'\(start.text) \(name)' doesn't end", help: "write '}' after its last line")
      }
      try line(of: &block, documentation)
    }
  }

  private mutating func line(of block: inout PrismaBlock, _ documentation: [String]) throws(PrismaError) {
    let location = token.location
    if take("@@") {
      block.attributes.append(try attribute(at: location))
    } else {
      let name = try name(of: block.keyword == "enum" ? "a value" : "a field")
      switch block.keyword {
      case "datasource", "generator":
        try expect("=", after: "'\(name)'")
        block.settings[name] = try value()
      default:
        var field = PrismaField(name: name, documentation: documentation, location: location)
        if block.keyword != "enum" { try type(of: &field) }
        while case let start = token.location, take("@") { field.attributes.append(try attribute(at: start)) }
        if token.kind == .documentation { field.documentation.append(take().text) }
        block.fields.append(field)
      }
    }
    if token.kind == .documentation { index += 1 }
    if token.kind == .newline || token.kind == .end || token.text == "}" { return }
    throw unexpected("the line goes on after its end", help: "begin a new line, or remove the rest")
  }

  private mutating func type(of field: inout PrismaField) throws(PrismaError) {
    field.type = try name(of: "the type of '\(field.name)'")
    if field.type == "Unsupported" {
      field.isUnsupported = true
      field.type = try arguments().first?.value.string ?? ""
    }
    if take("[") {
      try expect("]", after: "'['")
      field.isList = true
    }
    if take("?") { field.isOptional = true }
  }

  // MARK: Attributes

  private mutating func attribute(at location: PrismaLocation) throws(PrismaError) -> PrismaAttribute {
    var name = try name(of: "the attribute")
    while take(".") { name += "." + (try self.name(of: "the attribute")) }
    return PrismaAttribute(name: name, arguments: try arguments(), location: location)
  }

  /// What is in parentheses, if there are any.
  private mutating func arguments() throws(PrismaError) -> [PrismaArgument] {
    guard token.kind == .mark, token.text == "(" else { return [] }
    index += 1
    return try elements(until: ")") { parser throws(PrismaError) in
      guard parser.token.kind == .name, parser.tokens[parser.index + 1].text == ":" else {
        return PrismaArgument(value: try parser.value())
      }
      let label = parser.take().text
      parser.index += 1
      return PrismaArgument(label: label, value: try parser.value())
    }
  }

  private mutating func elements<Element>(
    until end: String, _ element: (inout PrismaParser) throws(PrismaError) -> Element
  ) throws(PrismaError) -> [Element] {
    if depth > 64 { throw PrismaError(token.location, "the brackets are nested too deep", help: "nest them less") }
    depth += 1
    defer { depth -= 1 }
    var elements: [Element] = []
    while !take(end) {
      if !elements.isEmpty {
        try expect(",", after: "the value before")
        if take(end) { return elements }
      }
      elements.append(try element(&self))
    }
    return elements
  }

  private mutating func value() throws(PrismaError) -> PrismaValue {
    if take("[") { return .list(try elements(until: "]") { parser throws(PrismaError) in try parser.value() }) }
    switch token.kind {
    case .string: return .string(take().text)
    case .number: return .number(take().text)
    case .name:
      var name = take().text
      while take(".") { name += "." + (try self.name(of: "the member")) }
      return token.text == "(" && token.kind == .mark ? .call(name, try arguments()) : .name(name)
    case .documentation, .newline, .mark, .end: throw unexpected("a value is missing", help: "write it")
    }
  }
}
