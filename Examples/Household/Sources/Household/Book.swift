import Foundation

/// A household book as JSON: dictionaries under the fields' names, as any source of data might give them.
struct Book {
  let people: [[String: Any]]
  let accounts: [[String: Any]]
  let entries: [[String: Any]]

  init(path: String) throws {
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
    let book = json as? [String: [[String: Any]]] ?? [:]
    people = book["people"] ?? []
    accounts = book["accounts"] ?? []
    entries = book["entries"] ?? []
  }
}
