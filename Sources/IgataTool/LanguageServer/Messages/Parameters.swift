import IgataDiagnostics
import IgataTemplateLanguage

/// The parameters of a message. What a method requires and isn't there, or has the wrong type, is an error.
struct Parameters {
  let value: JSONValue?

  /// The value at the end of a path of keys, or `nil` if there is none. `null` is none.
  subscript(_ keys: String...) -> JSONValue? { self[keys[...]] }

  private subscript(_ keys: ArraySlice<String>) -> JSONValue? {
    let found = keys.reduce(value) { value, key in value?[key] }
    if case .null? = found { return nil }
    return found
  }

  func text(_ keys: String...) throws(ResponseError) -> String {
    guard let text = self[keys[...]]?.text else { throw Self.wrong(keys, "a string") }
    return text
  }

  func integer(_ keys: String...) throws(ResponseError) -> Int {
    guard let number = self[keys[...]]?.integer else { throw Self.wrong(keys, "an integer") }
    return number
  }

  func list(_ keys: String...) throws(ResponseError) -> [Parameters] {
    guard case .list(let values, _)? = self[keys[...]] else { throw Self.wrong(keys, "a list") }
    return values.map { Parameters(value: $0) }
  }

  /// The document that a request is about.
  func document() throws(ResponseError) -> DocumentURI { DocumentURI(try text("textDocument", "uri")) }

  func position(_ keys: String...) throws(ResponseError) -> DocumentPosition { try position(keys) }

  func range(_ keys: String...) throws(ResponseError) -> Range<DocumentPosition> {
    let start = try position(keys + ["start"])
    let end = try position(keys + ["end"])
    return min(start, end)..<max(start, end)
  }

  private func position(_ keys: [String]) throws(ResponseError) -> DocumentPosition {
    guard let line = self[keys[...]]?["line"]?.integer, let character = self[keys[...]]?["character"]?.integer,
      line >= 0, character >= 0
    else { throw Self.wrong(keys, "a position") }
    return DocumentPosition(line: line, character: character)
  }

  private static func wrong(_ keys: [String], _ wanted: String) -> ResponseError {
    ResponseError(.invalidParameters, "'\(keys.joined(separator: "."))' is not \(wanted)")
  }
}
