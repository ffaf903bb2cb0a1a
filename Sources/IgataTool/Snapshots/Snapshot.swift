import IgataDiagnostics
import IgataGeneration
import Synchronization

/// Compares the files that a schema generates with a folder of goldens, like `igata generate --check` for tests.
package struct Snapshot: Sendable {
  /// The absolute path of a file or a folder.
  private let schema: String
  /// The absolute path of the folder with the goldens.
  private let goldens: String
  /// The folder to which relative paths in the options and in messages are resolved.
  private let base: String
  private let options: [String]

  /// - Parameters:
  ///   - schema: A file or a folder.
  ///   - goldens: The folder that contains the expected files and nothing else.
  ///   - options: Options of `igata generate` that select the outputs.
  ///   - base: The absolute path of the folder for relative paths.
  package init(schema: String, goldens: String, options: [String], base: String) {
    self.base = base
    self.schema = PathText.withoutTrailingSlashes(PathText.join(base, schema))
    self.goldens = PathText.withoutTrailingSlashes(PathText.join(base, goldens))
    self.options = options
  }

  /// Compares the goldens with the generated files.
  ///
  /// - Parameter isRecording: Whether the goldens are updated.
  /// - Returns: A message for the tester, or `nil` if there is no difference.
  package func compare(isRecording: Bool) -> String? {
    let heard = Heard()
    let console = Console { text in heard.text.withLock { $0 += text } }
    do {
      let generation = try generation(console)
      return try isRecording ? record(generation, console) : check(generation, console)
    } catch {
      for message in error.messages { console.complain(message) }
      return heard.text.withLock { $0 }
    }
  }

  private final class Heard: Sendable {
    let text = Mutex("")
  }

  private func generation(_ console: Console) throws(Failure) -> Generation {
    let command = Command(
      name: "expectGenerated", purpose: "", options: [.target, .dialect, .access, .templates, .schemaName]
    ) { _, _ in .success }
    do {
      var invocation = try parse(options, for: command, path: [command.name]).invocation
      invocation.operands = [schema]
      if let templates = invocation.text(.templates) {
        invocation.replace(PathText.join(base, templates), for: .templates)
      }
      return try Generation(invocation, console)
    } catch let fault as UsageFault {
      throw Failure(.usage, fault.message)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw .fault("\(error)")
    }
  }

  private func check(_ generation: Generation, _ console: Console) throws(Failure) -> String? {
    let folder = FileLocation(folder: goldens)
    let found = try FolderLock.with(folder, .shared) { () throws(Failure) in
      try OutputFolder(folder, wanted: generation.files, claim: generation.claim(isWhole: true, in: folder))
    }
    let report = SnapshotReport(found, base: base)
    guard !report.isEmpty else { return nil }
    return """
      '\(shown(goldens))' differs from the files that '\(shown(schema))' generates:
      \(report.text)
      If the new files are correct, run the tests once with IGATA_RECORD=1 to record them.
      """
  }

  private func record(_ generation: Generation, _ console: Console) throws(Failure) -> String? {
    let folder = FileLocation(folder: goldens)
    do {
      _ = try folder.makeFolders()
    } catch {
      throw .unwritable(goldens, error)
    }
    return try FolderLock.with(folder, .exclusive) { () throws(Failure) in
      try Leftovers(in: folder).settle(console)
      let found = try OutputFolder(folder, wanted: generation.files, claim: generation.claim(isWhole: true, in: folder))
      guard found.obstacles.isEmpty else {
        throw Failure(.unwritableOutput, messages: found.obstacles.map(\.message))
      }
      try Leftovers(in: folder, found.folders).settle(console)
      try found.write(with: [])
      let report = SnapshotReport(found, base: base)
      let remaining = found.extraFiles
      guard !report.isEmpty || !remaining.isEmpty else { return nil }
      let left = remaining.map { "  '\(shown($0))' was not written by igata and is not removed; remove it by hand\n" }
        .joined()
      return """
        '\(shown(goldens))' was recorded, so this test fails. Review the changes:
        \(left)\(report.text)
        """
    }
  }

  private func shown(_ path: String) -> String { visible(PathText.relative(path, to: base)) }
}
