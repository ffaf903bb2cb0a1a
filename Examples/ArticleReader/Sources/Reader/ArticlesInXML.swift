import Foundation
import IgataHTTP
import IgataRuntime

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The articles of an answer such as `<articles><article><id>1</id><title>…</title></article></articles>`, as JSON
/// objects by the names of the fields.
func articles(inXML body: Data) throws -> [JSON] {
  let reader = ArticleReader()
  let parser = XMLParser(data: body)
  parser.shouldResolveExternalEntities = false
  parser.delegate = reader
  guard parser.parse() else { throw HTTPAnswerError("it is no XML") }
  return reader.articles
}

private final class ArticleReader: NSObject, XMLParserDelegate {
  private(set) var articles: [JSON] = []
  private var members: [(key: String, value: JSON)] = []
  private var text = ""

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    text = ""
    if name == "article" { members = [] }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    switch name {
    case "articles": break
    case "article": articles.append(.object(JSON.Object(members)))
    case "id": members.append((name, Int64(text).map { .number(JSON.Number($0)) } ?? .null))
    case "is_read": members.append((name, .bool(text == "true")))
    default: members.append((name, .string(text)))
    }
  }
}
