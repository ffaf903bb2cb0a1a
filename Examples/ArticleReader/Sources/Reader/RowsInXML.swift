import Foundation
import IgataHTTP
import IgataRuntime

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The rows of a response such as `<articles><article><id>1</id><title>…</title></article></articles>`, as JSON objects
/// with the names of the fields. The outermost element has the name of the resource.
func rows(inXML body: Data, of name: String) throws -> [JSON] {
  let reader = RowReader()
  let parser = XMLParser(data: body)
  parser.shouldResolveExternalEntities = false
  parser.delegate = reader
  // On Linux, the parser accepts XML that breaks off or is empty.
  guard parser.parse(), reader.isWhole else { throw HTTPAnswerError("it is no XML") }
  guard reader.name == name else { throw HTTPAnswerError("it is '\(reader.name)', and not '\(name)'") }
  return reader.rows
}

private final class RowReader: NSObject, XMLParserDelegate {
  private(set) var rows: [JSON] = []
  /// The name of the outermost element.
  private(set) var name = ""
  /// Whether the outermost element has ended.
  private(set) var isWhole = false
  private var members: [(key: String, value: JSON)] = []
  private var text = ""
  private var depth = 0

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    depth += 1
    text = ""
    if depth == 1 { self.name = name }
    if depth == 2 { members = [] }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    switch depth {
    case 2: rows.append(.object(JSON.Object(members)))
    case 3: members.append((name, value(name)))
    default: break
    }
    depth -= 1
    isWhole = depth == 0
  }

  private func value(_ name: String) -> JSON {
    switch name {
    case "id": Int64(text).map { .number(JSON.Number($0)) } ?? .string(text)
    case "is_read": .bool(text == "true")
    default: .string(text)
    }
  }
}
