import IgataDiagnostics
import IgataGeneration

extension SiblingSource {
  /// Reads the Swift files in a list with one path on each line, like the `.xcfilelist` files of Xcode.
  ///
  /// - Parameters:
  ///   - list: The path of the list.
  ///   - output: The output folder.
  static func read(list: String, output: String) throws(Failure) -> [SiblingSource] {
    let text: String
    do {
      text = String(decoding: try FileSystem.read(list), as: UTF8.self)
    } catch {
      throw .unreadable(list, error)
    }
    let folder = FileSystem.absolute(output)
    // The compiler reports missing files.
    return text.split(separator: "\n").map(String.init).compactMap { path in
      guard let bytes = try? FileSystem.read(path) else { return nil }
      let fromOutput = PathText.relative(FileSystem.absolute(path), to: folder)
      return SiblingSource(SourceFile(name: path, bytes: bytes), path: fromOutput)
    }
  }
}
