import TestSupport

/// Random schemas with every form of the grammar, and with white space wherever it is allowed.
struct RandomSchema {
  private var random: SplitMix64
  private var text = ""
  /// The number of open parentheses and brackets, inside which a line ending is white space.
  private var depth = 0

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  static func text(seed: UInt64) -> String {
    var schema = RandomSchema(seed: seed)
    for _ in 0..<schema.count(1...4) { schema.declaration() }
    return schema.text
  }

  // MARK: Drawing

  private mutating func count(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func happens(_ percent: Int) -> Bool { count(1...100) <= percent }

  private mutating func one(of texts: [String]) -> String { texts[count(0...texts.count - 1)] }

  // MARK: Writing

  /// Appends a token, with the white space and comments before it that are allowed here.
  private mutating func put(_ token: String, glued: Bool = false) {
    if !glued { separator(before: token) }
    text += token
  }

  private mutating func separator(before token: String) {
    guard let last = text.unicodeScalars.last, last != "\n" else { return }
    let isWord = { (scalar: Unicode.Scalar) in scalar.properties.isAlphabetic || scalar == "_" || scalar == "`" }
    let first = token.unicodeScalars.first ?? " "
    let needs = (isWord(last) || ("0"..."9").contains(last)) && (isWord(first) || ("0"..."9").contains(first))
    var separator = needs ? one(of: [" ", "\t", "  "]) : one(of: ["", "", " ", "  "])
    if happens(4) { separator += " /* why */ " }
    if depth > 0, happens(8) { separator += one(of: ["\n", " // line\n", "\r\n", "\n\n  ", "/* a\n b */"]) }
    text += separator
  }

  private mutating func endLine() {
    if happens(10) { text += one(of: ["  // end", " /* end */", "/// stray"]) }
    text += one(of: ["\n", "\n", "\n\n", "\r\n", "\n\n\n", "\n  // own\n", "\n\n// own\n\n"])
    if happens(8) { text += one(of: ["/// Told.\n", "  ///Told\n  /// twice.\n", "/* block */ ", "//igata:allow x\n"]) }
    text += one(of: ["", "  ", "\t"])
  }

  private mutating func list(_ open: String, _ close: String, _ counts: ClosedRange<Int>, _ element: (inout Self) -> Void) {
    put(open, glued: happens(80))
    depth += 1
    let total = count(counts)
    for index in 0..<total {
      element(&self)
      if index < total - 1 || happens(20) { put(",") }
    }
    put(close)
    depth -= 1
  }

  // MARK: The grammar

  private mutating func name() -> String {
    one(of: ["a", "bc", "`Type`", "口座", "`let`", "index", "reference", "distribute", "reserved", "_x", "nil1", "e\u{301}"])
  }

  private mutating func declaration() {
    switch count(0...8) {
    case 0, 1: enumeration()
    case 2, 3: newtype()
    case 4: reserved()
    default: record(one(of: ["struct", "model"]))
    }
    endLine()
  }

  private mutating func enumeration() {
    put("enum")
    put(name())
    if happens(50) {
      put(":")
      put("String")
    }
    attributes()
    put("{")
    endLine()
    for _ in 0..<count(1...3) {
      put("case")
      for index in 0..<count(1...3) {
        if index > 0 { put(",") }
        put(name())
        if happens(30) {
          put("=")
          put(one(of: ["\"a b\"", "-1", "0x1F", "\"\\u{7}\\\"\""]))
        }
        if happens(20) { attribute() }
      }
      endLine()
      if happens(20) {
        reserved()
        endLine()
      }
    }
    put("}")
  }

  private mutating func newtype() {
    put("type")
    put(name())
    put("=")
    type()
    attributes()
  }

  private mutating func record(_ keyword: String) {
    put(keyword)
    put(name())
    attributes()
    put("{")
    endLine()
    for _ in 0..<count(1...5) {
      member()
      endLine()
    }
    put("}")
  }

  private mutating func member() {
    switch count(0...11) {
    case 0: constraint()
    case 1: reserved()
    case 2:
      put("distribute")
      put("(", glued: true)
      put("by")
      put(":")
      put(name())
      put(")")
    case 3: put("reference")
    default: field()
    }
  }

  private mutating func reserved() {
    put("reserved")
    put(name())
    for _ in 0..<count(0...2) {
      put(",")
      if happens(20) { text += "\n" }
      put(name())
    }
  }

  private mutating func constraint() {
    if happens(30) {
      put("check")
      return list("(", ")", 1...1) { $0.condition(nesting: 2) }
    }
    put(one(of: ["index", "unique", "primaryKey"]))
    list("(", ")", 1...3) { schema in
      if schema.happens(15) {
        schema.put("where")
        schema.put(":")
        return schema.condition(nesting: 2)
      }
      schema.put(schema.name())
      if schema.happens(20) { schema.put("desc") }
    }
  }

  private mutating func condition(nesting: Int) {
    switch count(0...6) {
    case 0 where nesting > 0:
      put("!")
      put("(")
      depth += 1
      condition(nesting: nesting - 1)
      put(")")
      depth -= 1
    case 1, 2:
      guard nesting > 0 else { return put("c") }
      condition(nesting: nesting - 1)
      put(one(of: ["&&", "||"]))
      condition(nesting: nesting - 1)
    case 3: put("!c")
    case 4:
      put("c.isIn([.a, .b])")
    default:
      put(one(of: ["c", "c.d", "length(c)", "-1", "\"a\""]))
      put(one(of: ["==", "!=", "<", "<=", ">", ">="]))
      put(one(of: ["nil", "c.d", "length(c.d)", "0.5", "\"b\"", ".c", "true"]))
    }
  }

  private mutating func field() {
    if happens(20) { put("let") }
    put(name())
    put(":")
    type()
    if happens(50) {
      put("=")
      value(nesting: 2)
    }
    attributes()
  }

  private mutating func type() {
    let isList = happens(20)
    if isList {
      put("[")
      depth += 1
    }
    put(one(of: ["Int", "String", "`Type`", "口座"]))
    if happens(15) { list("(", ")", 1...2) { $0.argument(nesting: 1) } }
    if isList {
      put("]")
      depth -= 1
    }
    if happens(20) { put("?", glued: happens(80)) }
  }

  private mutating func attributes() {
    while happens(35) {
      if happens(15) { text += "\n      " }
      attribute()
    }
  }

  private mutating func attribute() {
    if happens(25) {
      put("@")
      put("allow", glued: happens(90))
      list("(", ")", 1...3) { schema in
        schema.put(schema.one(of: ["a-b", "`Type`-bool", "a-b-c1", "\"why - not\"", "a", "口座-b", "`Type`"]))
      }
      return
    }
    if happens(10) {
      put("@")
      put("backfill", glued: happens(90))
      return list("(", ")", 1...1) { $0.object(nesting: 2) }
    }
    put("@")
    put(name(), glued: happens(90))
    if happens(60) { list("(", ")", 0...3) { $0.argument(nesting: 2) } }
  }

  private mutating func object(nesting: Int) {
    list("{", "}", 0...2) { schema in
      schema.put(schema.one(of: ["\"a\"", "\"{b\"", "\"\""]))
      schema.put(":")
      if nesting > 0, schema.happens(50) {
        schema.object(nesting: nesting - 1)
      } else {
        schema.put(schema.one(of: ["1", "null", "[{}]", "\"}\""]))
      }
    }
  }

  private mutating func argument(nesting: Int) {
    if happens(25) {
      put(name())
      put(":")
    }
    value(nesting: nesting)
  }

  private mutating func value(nesting: Int) {
    let number = ["0", "12", "-3", "1_000", "0x1F", "1.50", "-0.1e9", "- 4"]
    switch count(0...9) {
    case 0, 1: put(one(of: number))
    case 2: put(one(of: ["\"\"", "\"a // b\"", "\"\\\\\"", "\"/* {\"", "\"\"\"\n    a\n\n      b \\\n    c\n    \"\"\"", "\"口\\n\""]))
    case 3:
      put(".")
      put(name(), glued: happens(80))
    case 4:
      put(name())
      if happens(60) { list("(", ")", 0...2) { $0.argument(nesting: nesting - 1) } }
    case 5 where nesting > 0: list("[", "]", 0...3) { $0.value(nesting: nesting - 1) }
    case 6:
      put(one(of: number))
      put(one(of: ["...", "..<"]))
      put(one(of: number))
    case 7:
      put(one(of: ["...", "..<"]))
      put(one(of: number))
    case 8 where depth > 0:
      put(one(of: number))
      put("...")
    default: put(one(of: ["true", "nil", "false"]))
    }
  }
}
