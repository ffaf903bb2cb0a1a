import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// What the parsers of the languages that igata writes make of outputs with a ``HostileText``: the errors, and what has
/// become code. Each result is empty if all texts have stayed texts.
public enum TargetParser {
  private static func lines(_ outcome: Outcome) -> [String] {
    [outcome.output, outcome.errors].filter { $0.contains { !$0.isNewline } }.map { String($0.prefix(2_000)) }
  }

  /// Declarations and uses of the name. The files are parsed as one, as starting the compiler takes longer.
  public static func swift(_ texts: [String]) throws -> [String] {
    let scratch = try Scratch()
    try scratch.write(texts.joined(separator: "\n"), to: "all.swift")
    return lines(
      try Program(
        shell: "swiftc -frontend -dump-parse all.swift > tree; grep -m 5 '\"owned\"' tree", in: scratch.folder
      ).run())
  }

  /// Tables that a text has created, and commands of the shell that one has become.
  public static func sqlite(_ scripts: [String]) throws -> [String] {
    let scratch = try Scratch()
    var commands = ""
    for (index, script) in scripts.enumerated() {
      try scratch.write(script, to: "\(index).sql")
      commands += ".open :memory:\n.read \(index).sql\nSELECT name FROM sqlite_master WHERE name = 'owned';\n"
    }
    try scratch.write(commands, to: "script")
    return lines(try Program(shell: "sqlite3 :memory: < script", in: scratch.folder).run())
  }

  /// Tables that a text has created on a server, and commands of `psql` that one has become.
  public static func postgresql(_ scripts: [String], on connection: String) throws -> [String] {
    let scratch = try Scratch()
    var commands = "\\set ON_ERROR_STOP on\n\\encoding UTF8\nSET client_min_messages = warning;\n"
    for (index, script) in scripts.enumerated() {
      try scratch.write(script, to: "\(index).sql")
      commands += """
        BEGIN;
        CREATE SCHEMA hostile;
        SET LOCAL search_path = hostile;
        \\i \(index).sql
        SELECT relname FROM pg_class WHERE relname = 'owned';
        ROLLBACK;

        """
    }
    try scratch.write(commands, to: "script")
    try scratch.write(connection, to: "connection")
    let command = "psql -X -q -t -f script \"$(cat connection)\""
    return lines(try Program(shell: command, in: scratch.folder).run())
  }

  /// Errors of a JSON text, or of one on each line.
  public static func json(_ texts: [String]) -> [String] {
    texts.compactMap { text in
      do {
        _ = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        return text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" } ? "a control character: \(text)" : nil
      } catch {
        return "\(error): \(text)"
      }
    }
  }

  /// Errors of XML, and elements and attributes of the name.
  public static func xml(_ text: String) -> [String] {
    let parser = XMLParser(data: Data(text.utf8))
    let names = NameCollector()
    parser.delegate = names
    guard parser.parse() else { return ["\(String(describing: parser.parserError)): \(text)"] }
    return names.found.filter { $0.contains("owned") || $0 == "script" }
  }

  private final class NameCollector: NSObject, XMLParserDelegate {
    var found: [String] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) { found += [name] + attributes.keys }
  }

  /// Tags and attributes of a page that only a text can have made.
  public static func html(_ text: String) -> [String] {
    // An attribute in quotes can contain anything but the quotes.
    let tags = text.replacing(/="[^"]*"/, with: "").matches(of: /<[^>]*>/).map { String($0.output) }
    return tags.filter { $0.contains("owned") } + ["<script>owned", "</style><"].filter { text.contains($0) }
  }

  /// Lines that GitHub wouldn't read as one of our commands, or as one without a file.
  public static func gitHub(_ text: String) -> [String] {
    let command = /::(error|warning|notice) [a-zA-Z]+=[^:,]*(,[a-zA-Z]+=[^:,]*)*::[\s\S]*/
    return text.components(separatedBy: .newlines.subtracting(["\u{85}", "\u{2028}", "\u{2029}", "\u{B}", "\u{C}"]))
      .filter { !$0.isEmpty && $0.wholeMatch(of: command) == nil }
  }

  /// Characters with which a terminal does anything but show them.
  public static func terminal(_ text: String) -> [String] {
    let found = text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x09, 0x0A: false
      case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
    return found.isEmpty ? [] : [found.map { String($0.value, radix: 16) }.joined(separator: " ") + " in \(text)"]
  }
}
