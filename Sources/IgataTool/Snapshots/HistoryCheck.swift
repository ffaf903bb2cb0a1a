import IgataDiagnostics
import Synchronization

/// Checks a folder of sealed versions, like `igata migrate lint` for tests.
package struct HistoryCheck: Sendable {
  /// The absolute path of the folder.
  private let folder: String
  /// The absolute path of a list of versions that the folder's begins with; `nil` for none.
  private let beginning: String?
  private let base: String

  /// - Parameters:
  ///   - folder: The folder with the file `history`.
  ///   - beginning: Another such file.
  ///   - base: The absolute path of the folder for relative paths.
  package init(folder: String, beginning: String?, base: String) {
    self.folder = PathText.withoutTrailingSlashes(PathText.join(base, folder))
    self.beginning = beginning.map { PathText.join(base, $0) }
    self.base = base
  }

  /// A message for the tester, or `nil` if nothing was changed, and nothing is missing.
  package func problem() -> String? {
    let heard = Heard()
    let console = Console { text in heard.text.withLock { $0 += text } }
    do throws(Failure) {
      guard let versions = try VersionFolder.read(folder, console) else {
        return "no version is sealed in '\(visible(PathText.relative(folder, to: base)))'"
      }
      try versions.check(console)
      if let beginning { try versions.check(against: beginning, console) }
      return nil
    } catch {
      for message in error.messages { console.complain(message) }
      return heard.text.withLock { $0 }
    }
  }

  private final class Heard: Sendable {
    let text = Mutex("")
  }
}
