import RegexBuilder
import Testing

/// The folders of the runtime, from the lowest floor to the highest. A floor names only what it contains itself, and what
/// the floors below it contain.
private let floors: [Set<String>] = [
  ["Values"],
  ["Tables"],
  ["Errors"],
  ["Queries"],
  ["Rows", "Models", "FixedPoint", "Conversion"],
  ["TypedQueries"],
  ["Backends", "Changes", "Events", "Migrations", "SQL"],
  ["Store"],
]

@Test func theRuntimeHasFloors() throws {
  let files = try swiftFiles("Sources/IgataRuntime").map { path, text in
    (path: path, floor: floor(of: path), code: code(of: text))
  }
  var problems = files.filter { $0.floor == nil }.map { "\($0.path): its folder is on no floor" }
  let modifiers = /(?:(?:public|package|final|indirect|open|@\w+(?:\(\w+\))?) )*/
  let declaration = Regex {
    Anchor.startOfLine
    modifiers
    /(?:struct|enum|class|actor|protocol|typealias|func) (\w+)/
  }
  var floorOfName: [Substring: Int] = [:]
  for file in files {
    for match in file.code.matches(of: declaration) {
      floorOfName[match.1] = min(floorOfName[match.1] ?? .max, file.floor ?? 0)
    }
  }
  for file in files {
    for name in Set(file.code.matches(of: /\b\w+\b/).map(\.0)) {
      guard let named = floorOfName[name], let own = file.floor, named > own else { continue }
      problems.append("\(file.path): names \(name), which is on a higher floor")
    }
  }
  #expect(problems.isEmpty, "\(problems.sorted().joined(separator: "\n"))")
}

/// The index of the floor that has the file; `nil` if none has its folder.
private func floor(of path: String) -> Int? {
  let folder = path.split(separator: "/")[2]
  return floors.firstIndex { $0.contains(String(folder)) }
}

/// The code without comments, the names of an `@_spi`, and texts.
private func code(of text: String) -> String {
  text.replacing(/\/\/.*/, with: "").replacing(/@_spi\(\w+\) ?/, with: "").replacing(/"[^"\\\n]*"/, with: "")
}
