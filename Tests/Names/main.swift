import Foundation

// names FOLDER TARGET COUNT SEED TEMPLATES: writes schemas with hard names into the folder, those of `Exhaustive` where
// the count is 0, else as many as are drawn, each a folder of two files.
let arguments = CommandLine.arguments
guard arguments.count == 6, let count = Int(arguments[3]), let seed = UInt64(arguments[4]) else {
  FileHandle.standardError.write(Data("usage: names FOLDER TARGET COUNT SEED TEMPLATES\n".utf8))
  exit(2)
}
let folder = URL(filePath: arguments[1])
let refused = Refused(target: arguments[2])

/// The rules for names that the drawn schemas have in turn.
let namingRules = [
  #"{}"#, #"{"names": {"tables": "asWritten", "columns": "camelCase"}}"#,
  #"{"names": {"tables": "tbl_{model}", "plural": true, "columns": "asWritten"}}"#,
  #"{"names": {"tables": "camelCase", "columns": "asWritten", "foreignKeys": "fk{Field}_{key}"}}"#,
]

func write(_ text: String, as name: String) throws {
  try text.write(to: folder.appending(path: name + ".igata"), atomically: false, encoding: .utf8)
}

if count == 0 {
  let words = try Words.inTemplates(URL(filePath: arguments[5]))
  for (name, text) in Exhaustive.schemas(refused: refused, templates: words) { try write(text, as: name) }
  try write(refused.schema, as: "refused\(refused.all.count)")
} else {
  for index in 0..<count {
    let name = "drawn\(seed &+ UInt64(index))"
    try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
    let rules = namingRules[index % namingRules.count]
    try rules.write(to: folder.appending(path: "\(name)/igata.json"), atomically: false, encoding: .utf8)
    var draw = Draw(seed: seed &+ UInt64(index), refused: refused)
    let declarations = draw.schema()
    // Relations lead from each file into the other.
    for (number, file) in ["first", "second"].enumerated() {
      let own = declarations.indices.filter { $0 % 2 == number }.map { declarations[$0] }
      try write(own.joined(separator: "\n"), as: "\(name)/\(file)")
    }
  }
}
