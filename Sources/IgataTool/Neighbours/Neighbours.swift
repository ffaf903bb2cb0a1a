import IgataDiagnostics
import IgataSchema

/// The Swift files that the outputs are compiled with.
struct Neighbours {
  private let files: [SourceFile]

  /// Reads the files that a list names, one on a line, but for those that are outputs themselves.
  ///
  /// - Parameter list: Where the list is: as Xcode has them in `.xcfilelist` files.
  init(list: String, outputs: [String]) throws(Failure) {
    let text: String
    do {
      text = String(decoding: try FileSystem.read(list), as: UTF8.self)
    } catch {
      throw .unreadable(list, error)
    }
    let own = Set(outputs.map(FileSystem.absolute))
    // One that is gone is the compiler's to miss.
    files = text.split(separator: "\n").map(String.init).compactMap { path in
      guard !own.contains(FileSystem.absolute(path)), let bytes = try? FileSystem.read(path) else { return nil }
      return SourceFile(name: path, bytes: bytes)
    }
  }

  /// Fails, with all of them reported, if types of the schema have names of types that the files declare.
  func check(_ schema: Schema, in schemas: [SourceFile], _ console: Console) throws(Failure) {
    var taken: [[UInt8]: SourceRange] = [:]
    for (index, file) in files.enumerated() {
      for type in SwiftTypes.declared(in: file.bytes) where taken[type.name] == nil {
        taken[type.name] = SourceRange(
          file: schemas.count + index, start: type.range.lowerBound, end: type.range.upperBound)
      }
    }
    guard !taken.isEmpty else { return }
    let diagnostics = schema.declarations.compactMap { name, range in
      taken[Array(name.utf8)].map { Diagnostic.takenName(name, at: range, by: $0) }
    }
    try console.report(diagnostics, in: schemas + files)
  }
}

extension Schema {
  /// The types that the schema declares, and where.
  fileprivate var declarations: [(name: String, range: SourceRange)] {
    enums.map { ($0.name, $0.origin.range) } + newtypes.map { ($0.name, $0.origin.range) }
      + structs.map { ($0.name, $0.origin.range) } + models.map { ($0.name, $0.origin.range) }
  }
}
