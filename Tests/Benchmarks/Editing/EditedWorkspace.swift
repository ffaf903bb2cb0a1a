import Foundation

/// The workspace that an editor is measured on: 1,000 models of ten fields in 100 files, with 2,000 relations, of which 500
/// lead to one model.
struct EditedWorkspace {
  static let fileCount = 100
  static let modelsInFile = 10

  let folder: URL

  /// Writes the schemas.
  init(in folder: URL) throws {
    self.folder = folder
    for file in 0..<Self.fileCount {
      try Data(Self.text(ofFile: file).utf8).write(to: folder.appendingPathComponent(Self.name(ofFile: file)))
    }
  }

  func uri(ofFile file: Int) -> String { "file://" + folder.appendingPathComponent(Self.name(ofFile: file)).path }

  static func name(ofFile file: Int) -> String { "part\(file).igata" }

  static func text(ofFile file: Int) -> String {
    (0..<modelsInFile).map { model(file * modelsInFile + $0) }.joined(separator: "\n")
  }

  private static func model(_ number: Int) -> String {
    let hub = number.isMultiple(of: 2) && number > 0 ? "Entity0" : "Entity\(number / 3)"
    return """
      /// What number \(number) is about.
      model Entity\(number) {
        let id: UUID = uuid() @primaryKey
        name: String = "" @length(...100)
        unitCount: Int32 = 0 @range(0...1_000)
        isActive: Bool = false
        growthRate: Double?
        price: Currency = 0
        createdAt: Date = now() @index
        parent: \(hub)? @onDelete(nullify)
        owner: Entity\(number * 7 % 1000)? @onDelete(nullify)
        index(name)
      }

      """
  }

  /// One file of about this size.
  static func text(ofBytes count: Int) -> String {
    var text = ""
    var number = 2000
    while text.utf8.count < count {
      text += model(number).replacing("Entity0", with: "Entity2000").replacing(/Entity\d{1,3}\?/, with: "Entity2000?")
      number += 1
    }
    return text
  }
}
