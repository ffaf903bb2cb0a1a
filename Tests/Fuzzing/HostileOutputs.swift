import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// What a schema's author writes in texts and comments is text in what templates make of it: it opens no tag, ends no
/// attribute and no string, and is read back as it was written.
@Test func textsStayTexts() throws {
  var texts = 0
  for round in 0..<FuzzingBudget.rounds(10) {
    var random = SplitMix64("outputs", round: round)
    let schema = HostileTexts(&random)
    let scratch = try Scratch()
    try scratch.write(schema.source, to: "all.igata")
    for ending in ["xml", "svg", "html", "json"] {
      try scratch.write(ending == "json" ? HostileTexts.json : HostileTexts.markup, to: "templates/\(ending).mustache")
    }
    let outputs = ["xml", "svg", "html", "json"].map {
      #"{"template": "\#($0)", "path": "all.\#($0)", "scope": "once"}"#
    }
    try scratch.write(
      #"{"templates": "templates", "outputs": [\#(outputs.joined(separator: ","))]}"#, to: "igata.json")
    let outcome = try scratch.igata(["generate", "all.igata", "-o", "Out"])
    let name = "seed \(FuzzingBudget.seed), round \(round)"
    try #require(outcome.status == 0, "\(name): \(outcome.output)\n\(schema.source)")
    for ending in ["xml", "svg", "html"] {
      let found = ReadMarkup(try scratch.bytes("Out/all.\(ending)"))
      #expect(found.isWhole, "\(name): \(ending) can't be parsed")
      #expect(Set(found.elements) == ["all", "text"], "\(name): \(ending)")
      #expect(found.texts == schema.texts.map(HostileTexts.asMarkup), "\(name): \(ending)")
      #expect(found.attributes == schema.texts.map(HostileTexts.asMarkup), "\(name): \(ending)")
    }
    let json = try JSONDecoder().decode([String].self, from: Data(try scratch.bytes("Out/all.json")))
    #expect(json.map { Array($0.unicodeScalars) } == schema.texts.map { Array($0.unicodeScalars) }, "\(name): json")
    texts += schema.texts.count
  }
  print("outputs: \(texts) texts read back from 4 kinds of file each")
}

/// A schema whose enum has hostile raw values.
private struct HostileTexts {
  var texts: [String]

  private static let pieces = [
    "<script>alert(1)</script>", "</text>", "\"", "'", "&", "&lt;", "&#60;", "]]>", "-->", "<!--", "*/", "{{name}}",
    "{{{name}}}", "`", "${x}", "\\", "\u{0001}", "\u{8}", "\u{1F}", "\u{7F}", "\u{85}", "\u{2028}", "\u{FEFF}",
    "\u{FFFE}", "\u{FFFF}", "\u{202E}", "\t", "\n", "\r", "\r\n", "家", "e\u{301}", "💥", "onload=", " ", "a",
    "javascript:", "<", ">",
  ]

  init(_ random: inout SplitMix64) {
    texts = (0..<40).map { number in
      "\(number)" + (0..<random.below(8)).map { _ in random.element(Self.pieces) }.joined()
    }
  }

  var source: String {
    let cases = texts.enumerated().map { number, text in
      let literal = text.unicodeScalars.map { "\\u{\(String($0.value, radix: 16))}" }.joined()
      return "  case c\(number) = \"\(literal)\""
    }
    return "enum Texts: String {\n\(cases.joined(separator: "\n"))\n}\n"
  }

  static let markup = """
    <all>{{#enums}}{{#cases}}<text one="{{rawValue}}" two='{{rawValue}}'>{{rawValue}}</text>{{/cases}}{{/enums}}</all>

    """
  static let json = """
    [{{#enums}}{{#cases}}"{{rawValue.json}}"{{^isLast}}, {{/isLast}}{{/cases}}{{/enums}}]

    """

  /// What a reader of markup makes of a text: white space is all the same to it, and some characters can't be written.
  static func asMarkup(_ text: String) -> [Unicode.Scalar] {
    text.replacing("\r\n", with: "\n").unicodeScalars.map { scalar in
      switch scalar.value {
      case 9, 10, 13: " "
      case ..<32, 0xFFFE, 0xFFFF: "\u{FFFD}"
      default: scalar
      }
    }
  }
}

/// What is in a file of markup.
private final class ReadMarkup: NSObject, XMLParserDelegate {
  private(set) var isWhole = false
  private(set) var elements: [String] = []
  private(set) var texts: [[Unicode.Scalar]] = []
  private(set) var attributes: [[Unicode.Scalar]] = []

  init(_ bytes: [UInt8]) {
    super.init()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = self
    isWhole = parser.parse()
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
    attributes found: [String: String]
  ) {
    elements.append(element)
    guard let one = found["one"] else { return }
    attributes.append(found["two"] == one ? HostileTexts.asMarkup(one) : [])
    texts.append([])
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    guard !texts.isEmpty else { return }
    texts[texts.count - 1] += HostileTexts.asMarkup(text)
  }
}
