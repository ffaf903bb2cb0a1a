import IgataDiagnostics

/// A name in quotes, for a message.
func quoted(_ name: String) -> String { "'\(shortened(name))'" }

/// A name, shortened if it is too long for a message.
func shortened(_ name: String) -> String {
  let longest = 60
  guard name.utf8.count > longest else { return name }
  return String(name.prefix(longest)) + "…"
}

/// A list of names for a message, shortened if there are many.
func listed(_ names: [String]) -> String {
  let most = 24
  let shown = names.prefix(most).map(quoted).joined(separator: ", ")
  return names.count > most ? "\(shown) and \(names.count - most) more" : shown
}

/// A question that proposes the nearest existing name, as the start of a help text. Empty if no name is near.
func proposal(for name: String, among existing: [String]) -> String {
  nearest(name, in: existing).map { "did you mean \(quoted($0))? " } ?? ""
}
