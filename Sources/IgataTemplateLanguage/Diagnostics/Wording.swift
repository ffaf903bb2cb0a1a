import IgataDiagnostics

/// A name for a message, between quotes.
func quoted(_ name: String) -> String { "'\(shortened(name))'" }

/// A name that is no longer than a message can bear.
func shortened(_ name: String) -> String {
  let longest = 60
  guard name.utf8.count > longest else { return name }
  return String(name.prefix(longest)) + "…"
}

/// Names for a message, not more than can be read at a glance.
func listed(_ names: [String]) -> String {
  let most = 24
  let shown = names.prefix(most).map(quoted).joined(separator: ", ")
  return names.count > most ? "\(shown) and \(names.count - most) more" : shown
}

/// The question whether another name was meant, as the beginning of a help; nothing where none is near.
func proposal(for name: String, among existing: [String]) -> String {
  nearest(name, in: existing).map { "did you mean \(quoted($0))? " } ?? ""
}
