import Foundation
import IgataHTTP
import IgataRuntime

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The rows of an answer such as `<articles><article><id>1</id><title>…</title></article></articles>`, as JSON objects
/// by the names of the fields.
func rows(inXML body: Data) throws -> [JSON] {
  let reader = RowReader()
  let parser = XMLParser(data: body)
  parser.shouldResolveExternalEntities = false
  parser.delegate = reader
  guard parser.parse() else { throw HTTPAnswerError("it is no XML") }
  return reader.rows
}

private final class RowReader: NSObject, XMLParserDelegate {
  private(set) var rows: [JSON] = []
  private var members: [(key: String, value: JSON)] = []
  private var text = ""
  private var depth = 0

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    depth += 1
    text = ""
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
  }

  private func value(_ name: String) -> JSON {
    switch name {
    case "id": Int64(text).map { .number(JSON.Number($0)) } ?? .string(text)
    case "is_read": .bool(text == "true")
    default: .string(text)
    }
  }
}
