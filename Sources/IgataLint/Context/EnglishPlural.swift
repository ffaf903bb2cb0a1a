/// The singular of a lower-case English word that is certainly a plural; otherwise `nil`.
func singular(of word: String) -> String? {
  if let known = irregularPlurals[word] { return known }
  guard word.utf8.count > 3, word.hasSuffix("s"), word.utf8.allSatisfy({ (0x61...0x7A).contains($0) }),
    !singularsInS.contains(word), !word.hasSuffix("ss"), !word.hasSuffix("us"), !word.hasSuffix("is")
  else { return nil }
  if word.hasSuffix("ies"), word.utf8.count > 5 { return String(word.dropLast(3)) + "y" }
  for ending in ["sses", "shes", "ches", "xes", "zzes"] where word.hasSuffix(ending) { return String(word.dropLast(2)) }
  return String(word.dropLast())
}

/// The plural of a lower-case English word.
package func plural(of word: String) -> String {
  if let known = irregularSingulars[word] { return known }
  guard let last = word.utf8.last, (0x61...0x7A).contains(last) else { return word }
  for ending in ["s", "x", "z", "ch", "sh"] where word.hasSuffix(ending) { return word + "es" }
  if word.hasSuffix("y"), let before = word.dropLast().last, !"aeiou".contains(before) {
    return word.dropLast() + "ies"
  }
  return word + "s"
}
