import IgataDiagnostics
import IgataTemplateLanguage

/// What a run is about to change in an output folder, kept in the folder while it does so.
///
/// A run that is stopped among the changes leaves it behind, and the next one that writes finishes them. It is there
/// only when all new contents are: a run that is stopped earlier has changed nothing.
struct Journal {
  static let fileName = ".igata-journal.json"
  private static let version = "1"

  private struct Step {
    /// Below the folder.
    let path: String
    /// Where the new content waits, below the folder; `nil` if the file is to be removed.
    let temporary: String?
    /// What the file holds before and after; `nil` if there is none.
    let before: ContentHash?
    let after: ContentHash?
  }

  private let steps: [Step]

  /// - Parameters:
  ///   - changes: What is changed, and where its new content waits.
  ///   - root: The folder. What is changed outside of it is left out.
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

  /// Reads the text of the file; fails where igata can't have written it.
  init?(_ bytes: [UInt8]) {
    guard case .object(let members, _)? = parseJSON(SourceFile(name: Self.fileName, bytes: bytes)).value,
      case .number(Self.version, _)? = members.value("version"), case .list(let values, _)? = members.value("steps")
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
    let lines = steps.map { step in
      let members = [
        ("path", step.path), ("temporary", step.temporary), ("before", step.before?.text), ("after", step.after?.text),
      ]
      let texts = members.compactMap { key, value in value.map { "\"\(key)\": \(JSONText.quoted($0))" } }
      return "    {\(texts.joined(separator: ", "))}"
    }
    return Array(
      "{\n  \"version\": \(Self.version),\n  \"steps\": [\n\(lines.joined(separator: ",\n"))\n  ]\n}\n".utf8)
  }

  /// Does what is left to do. A file that was changed since belongs to whoever changed it, and stays.
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
