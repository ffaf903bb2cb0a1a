import Foundation

// names FOLDER TARGET COUNT SEED: writes schemas with hard names into the folder, those of `Exhaustive` where the count
// is 0, else as many as are drawn.
let arguments = CommandLine.arguments
guard arguments.count == 5, let count = Int(arguments[3]), let seed = UInt64(arguments[4]) else {
  FileHandle.standardError.write(Data("usage: names FOLDER TARGET COUNT SEED\n".utf8))
  exit(2)
}
let folder = URL(filePath: arguments[1])
let refused: Set<String> =
  switch arguments[2] {
  case "realm": ["RealmSwift", "RealmFields", "RealmStore"]
  case "swiftdata": ["SwiftData", "SwiftDataDefaults"]
  default: []
  }

func write(_ text: String, as name: String) throws {
  try text.write(to: folder.appending(path: name + ".igata"), atomically: false, encoding: .utf8)
}

if count == 0 {
  for (name, text) in Exhaustive.schemas(refused: refused) { try write(text, as: name) }
} else {
  for index in 0..<count {
    var draw = Draw(seed: seed &+ UInt64(index), refused: refused)
    try write(draw.schema(), as: "drawn\(seed &+ UInt64(index))")
  }
}
