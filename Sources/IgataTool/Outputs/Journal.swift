import IgataDiagnostics
import IgataTemplateLanguage

/// The changes that a run is about to make in an output folder, stored in the folder while it makes them.
///
/// If a run is interrupted during the changes, the journal remains, and the next run that writes completes them. The
/// journal exists only after all new contents have been written: a run that is interrupted earlier has changed nothing.
struct Journal {
  static let fileName = ".igata-journal.json"
  private static let version = 1

  private struct Step {
    /// The path, relative to the folder.
    let path: String
    /// The path of the temporary file with the new content, relative to the folder, or `nil` if the file is removed.
    let temporary: String?
    /// The hashes of the file before and after the change, or `nil` if there is no file.
    let before: ContentHash?
    let after: ContentHash?
  }

  private let steps: [Step]

  /// - Parameters:
  ///   - changes: The changes, and the temporary files with the new contents.
  ///   - root: The folder. Changes outside of it are ignored.
  init(_ changes: [(change: FileChange, temporary: String?)], below root: String) {
    func below(_ path: String) -> String? {
      let prefix = PathText.join(root, "x").utf8.dropLast()
      guard path.utf8.starts(with: prefix) else { return nil }
      let rest = String(Substring(path.utf8.dropFirst(prefix.count)))
      return PathText.staysBelow(rest) ? rest : nil
    }
    steps = changes.compactMap { change, temporary in
      below(change.path).map { path in
        Step(
          path: path, temporary: temporary.flatMap(below), before: change.before.map { ContentHash($0) },
          after: change.after.map { ContentHash($0) })
      }
    }
  }

  /// Parses the text of the file, or returns `nil` if igata can't have written it.
  init?(_ bytes: [UInt8]) {
    guard case .object(let members, _)? = parseJSON(SourceFile(name: Self.fileName, bytes: bytes)).value,
      case .number(String(Self.version), _)? = members.value("version"),
      case .list(let values, _)? = members.value("steps")
    else { return nil }
    var steps: [Step] = []
    for value in values {
      guard case .object(let step, _) = value, let path = step.value("path")?.text, PathText.staysBelow(path)
      else { return nil }
      let temporary = step.value("temporary")?.text
      guard temporary.map(PathText.staysBelow) ?? true else { return nil }
      func hash(_ key: String) -> ContentHash? { step.value(key)?.text.map(ContentHash.init(text:)) }
      steps.append(Step(path: path, temporary: temporary, before: hash("before"), after: hash("after")))
    }
    self.steps = steps
  }

  var text: [UInt8] {
    let json = JSONBuilder.tree { builder in
      builder.key("version", Self.version)
      builder.key("steps", list: steps) { builder, step in
        builder.key("path", step.path)
        if let temporary = step.temporary { builder.key("temporary", temporary) }
        if let before = step.before { builder.key("before", before.text) }
        if let after = step.after { builder.key("after", after.text) }
      }
    }
    return json.lines(through: 1)
  }

  /// Completes the remaining changes. A file that has been changed since by someone else isn't touched.
  func finish(in root: String) throws(SystemFault) {
    for step in steps {
      let path = PathText.join(root, step.path)
      let isExpected = Self.isExpected(path, step)
      if let temporary = step.temporary.map({ PathText.join(root, $0) }) {
        guard try FileSystem.existing(temporary, followingLinks: false) != nil else { continue }
        if isExpected { try FileSystem.move(temporary, to: path) } else { try FileSystem.removeFile(temporary) }
      } else if isExpected, try FileSystem.existing(path, followingLinks: false) != nil {
        try FileSystem.removeFile(path)
      }
    }
  }

  private static func isExpected(_ path: String, _ step: Step) -> Bool {
    guard let content = try? FileSystem.read(path) else {
      return step.before == nil || (try? FileSystem.existing(path, followingLinks: false)) == .some(nil)
    }
    let hash = ContentHash(content)
    return hash == step.before || hash == step.after
  }
}
