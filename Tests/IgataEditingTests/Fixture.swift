import Foundation
import IgataDiagnostics
import TestSupport

/// One request of a fixture: the files, the offsets that are marked in the first one, and the answer.
///
/// ```
/// //// completion           the request, and its arguments
/// model A {
///   b: In‸                  the cursor, or two marks around a selection
/// }
/// //// file other.igata     more files, if the request needs them
/// //// answer
/// ```
struct Fixture {
  static let mark: [UInt8] = Array("‸".utf8)

  /// The lines up to the answer.
  var head: [Substring] = []
  var request: [String] = []
  var files: [SourceFile] = []
  var marks: [Int] = []
  var answer = ""

  static func read(_ file: URL) throws -> [Fixture] {
    var fixtures: [Fixture] = []
    var text = ""
    var name = ""
    var isAnswer = false
    func endFile() {
      guard !name.isEmpty, !fixtures.isEmpty else { return }
      fixtures[fixtures.count - 1].add(name, text)
      name = ""
    }
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "//// answer" {
        endFile()
        isAnswer = true
      } else if line.hasPrefix("//// file ") {
        endFile()
        (name, text) = (String(line.dropFirst(10)), "")
      } else if line.hasPrefix("//// ") {
        endFile()
        isAnswer = false
        fixtures.append(Fixture())
        fixtures[fixtures.count - 1].request = line.dropFirst(5).split(separator: " ").map { String($0) }
        (name, text) = ("main.igata", "")
      } else if isAnswer {
        fixtures[fixtures.count - 1].answer += line + "\n"
      } else {
        text += line + "\n"
      }
      if !isAnswer, !fixtures.isEmpty { fixtures[fixtures.count - 1].head.append(line) }
    }
    endFile()
    return fixtures
  }

  private mutating func add(_ name: String, _ text: String) {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let first = rest.first {
      if rest.starts(with: Self.mark) {
        if files.isEmpty { marks.append(bytes.count) }
        rest = rest.dropFirst(Self.mark.count)
      } else {
        bytes.append(first)
        rest = rest.dropFirst()
      }
    }
    files.append(SourceFile(name: name, bytes: bytes))
  }

  static let folder = Golden.folder().appendingPathComponent("Fixtures")

  static func all() throws -> [URL] { try Golden.files(in: folder, ending: ".igata") }
}
