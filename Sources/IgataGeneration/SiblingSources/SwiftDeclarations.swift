/// The declarations of a Swift file that the whole module can name: those of the top level, and the types that
/// extensions declare.
///
/// This scanner understands just enough of Swift for that. Of a file that it doesn't understand, no declaration is
/// certain: the compiler reports what is missed here.
struct SwiftDeclarations {
  /// A declaration, and the range of its name.
  struct Declaration: Hashable {
    let name: String
    let range: Range<Int>
    let kind: Kind
    /// Whether it is declared in every build. Declarations inside of `#if` may not be compiled.
    fileprivate(set) var isCertain: Bool
  }

  enum Kind: Hashable {
    case type, function, variable
    /// A type in an extension of the type with the name.
    case nested(in: String)
  }

  /// What the next name is the name of.
  private enum Expected {
    case type, function, variable, extendedType
  }

  /// The context to return to after a closing quote or parenthesis.
  private enum Frame {
    case string(hashes: Int, isBlock: Bool)
    case interpolation(parentheses: Int)
  }

  private let bytes: [UInt8]
  private var position = 0
  private var frames: [Frame] = []
  private var braces = 0
  /// The nesting depth of `#if`.
  private var conditions = 0
  private var isPrivate = false
  private var isConfused = false
  /// What the previous word introduces, so that the next one is its name.
  private var expected: Expected?
  /// The type that is extended by the extension whose body comes next, or contains the position.
  private var extended: String?
  /// Whether the previous word is `import`.
  private var isImport = false
  private var found: [Declaration] = []

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func declared(in bytes: [UInt8]) -> [Declaration] {
    var scan = SwiftDeclarations(bytes)
    while scan.position < bytes.count, !scan.isConfused {
      if case .string(let hashes, let isBlock)? = scan.frames.last {
        scan.takeString(hashes: hashes, isBlock: isBlock)
      } else {
        scan.takeCode()
      }
    }
    let isWhole = scan.frames.isEmpty && scan.braces == 0 && scan.conditions == 0 && !scan.isConfused
    if !isWhole { for index in scan.found.indices { scan.found[index].isCertain = false } }
    return scan.found
  }

  private func byte(_ distance: Int = 0) -> UInt8 {
    position + distance < bytes.count ? bytes[position + distance] : 0
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
      true
    default: false
    }
  }

  private mutating func takeCode() {
    switch byte() {
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"): skipLine()
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): skipComment()
    case UInt8(ascii: "\""): openString(hashes: 0)
    case UInt8(ascii: "#"): takeHash()
    case UInt8(ascii: "`"): takeQuotedName()
    case let byte where Self.isWord(byte): takeWord()
    default: takePunctuation()
    }
  }

  private mutating func takePunctuation() {
    switch byte() {
    case UInt8(ascii: "{"): braces += 1
    case UInt8(ascii: "}"):
      braces -= 1
      if braces < 0 { isConfused = true }
      if braces == 0 { extended = nil }
    case UInt8(ascii: "("): countParenthesis(1)
    case UInt8(ascii: ")"): countParenthesis(-1)
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
      position += 1
      return
    default: break
    }
    expected = nil
    position += 1
  }

  private mutating func countParenthesis(_ step: Int) {
    guard case .interpolation(let count)? = frames.last else { return }
    frames.removeLast()
    if count + step > 0 { frames.append(.interpolation(parentheses: count + step)) }
  }

  private mutating func skipLine() {
    while position < bytes.count, byte() != UInt8(ascii: "\n") { position += 1 }
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        depth += 1
        position += 2
      } else if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        depth -= 1
        position += 2
      } else {
        position += 1
      }
    } while depth > 0 && position < bytes.count
    if depth > 0 { isConfused = true }
  }

  // MARK: Words

  private mutating func takeWord() {
    let start = position
    while position < bytes.count, Self.isWord(bytes[position]) { position += 1 }
    take(start..<position)
  }

  private mutating func takeQuotedName() {
    let start = position + 1
    position = start
    while position < bytes.count, Self.isWord(bytes[position]) { position += 1 }
    guard byte() == UInt8(ascii: "`") else {
      isConfused = true
      return
    }
    takeName(start..<position)
    position += 1
  }

  private mutating func take(_ range: Range<Int>) {
    guard braces == 0 || braces == 1 && extended != nil, frames.isEmpty else { return }
    // `import struct Foundation.URL` declares nothing.
    let isImported = isImport
    isImport = false
    // Any word can be the name of a member.
    if range.lowerBound > 0, bytes[range.lowerBound - 1] == UInt8(ascii: ".") {
      // `extension A.B` extends another type than `A`.
      if braces == 0 { extended = nil }
      return
    }
    switch String(decoding: bytes[range], as: UTF8.self) {
    case "struct", "class", "enum", "protocol", "typealias": expect(isImported ? nil : .type)
    case "import":
      isPrivate = false
      isImport = true
    case "private", "fileprivate": isPrivate = true
    case "func", "macro": expect(.function)
    case "let", "var": expect(.variable)
    case "extension": expect(.extendedType)
    case "init", "subscript", "operator", "precedencegroup", "case": isPrivate = false
    case _ where expected != nil: takeName(range)
    // This is a contextual keyword.
    case "actor": expect(.type)
    default: break
    }
  }

  private mutating func expect(_ kind: Expected?) {
    expected = kind
    if braces == 0 { extended = nil }
  }

  private mutating func takeName(_ range: Range<Int>) {
    guard let expected else { return }
    self.expected = nil
    let name = String(decoding: bytes[range], as: UTF8.self)
    let isVisible = !isPrivate
    isPrivate = false
    guard isVisible else { return }
    switch (expected, extended) {
    case (.extendedType, _): extended = name
    case (.type, let extended?): add(name, range, .nested(in: extended))
    case (.type, nil): add(name, range, .type)
    case (.function, nil): add(name, range, .function)
    case (.variable, nil): add(name, range, .variable)
    case (.function, _), (.variable, _): break
    }
  }

  private mutating func add(_ name: String, _ range: Range<Int>, _ kind: Kind) {
    found.append(Declaration(name: name, range: range, kind: kind, isCertain: conditions == 0))
  }

  // MARK: Strings and conditions

  private mutating func takeHash() {
    var hashes = 0
    while byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
    position += hashes
    if byte() == UInt8(ascii: "\"") { return openString(hashes: hashes) }
    let start = position
    while position < bytes.count, Self.isWord(bytes[position]) { position += 1 }
    switch String(decoding: bytes[start..<position], as: UTF8.self) {
    case "if": conditions += 1
    case "endif":
      conditions -= 1
      if conditions < 0 { isConfused = true }
    default: break
    }
  }

  private func isQuotes(_ count: Int) -> Bool { (0..<count).allSatisfy { byte($0) == UInt8(ascii: "\"") } }

  private mutating func openString(hashes: Int) {
    let isBlock = isQuotes(3)
    position += isBlock ? 3 : 1
    frames.append(.string(hashes: hashes, isBlock: isBlock))
  }

  private mutating func takeString(hashes: Int, isBlock: Bool) {
    let quotes = isBlock ? 3 : 1
    let marks = { [self] start in (0..<hashes).allSatisfy { byte(start + $0) == UInt8(ascii: "#") } }
    switch byte() {
    case UInt8(ascii: "\"") where isQuotes(quotes) && marks(quotes):
      frames.removeLast()
      position += quotes + hashes
    case UInt8(ascii: "\\") where marks(1):
      position += 1 + hashes
      if byte() == UInt8(ascii: "(") { frames.append(.interpolation(parentheses: 1)) }
      position += 1
    case UInt8(ascii: "\n") where !isBlock: isConfused = true
    default: position += 1
    }
  }
}
