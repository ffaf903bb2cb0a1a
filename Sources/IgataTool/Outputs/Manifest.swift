import IgataDiagnostics
import IgataTemplateLanguage

/// The list of the files that igata wrote into a folder, which is kept in the folder itself.
///
/// It is what tells igata's files from all others: what it lists may be replaced and removed, and nothing else.
struct Manifest: Hashable, Sendable {
  static let fileName = ".igata-manifest.json"
  private static let version = "1"

  /// By the path below the folder.
  var files: [String: ContentHash] = [:]
  /// What files may still hold that are about to be replaced; none once they are.
  var replaced: [String: ContentHash] = [:]
  /// What all files were made from, where they are all there and nothing was said about it.
  var inputs: ContentHash?

  /// The text of the file.
  var text: [UInt8] {
    let origin = inputs.map { "\n  \"inputs\": \(JSONText.quoted($0.text))," } ?? ""
    var text = "{\n  \"version\": \(Self.version),\(origin)\n  \"files\": "
    Self.write(files, to: &text)
    if !replaced.isEmpty {
      text += ",\n  \"replaced\": "
      Self.write(replaced, to: &text)
    }
    return Array((text + "\n}\n").utf8)
  }

  private static func write(_ files: [String: ContentHash], to text: inout String) {
    text += "{"
    var separator = "\n"
    for (path, hash) in files.sorted(by: { PathText.isOrdered($0.key, $1.key) }) {
      text += "\(separator)    \(JSONText.quoted(path)): \(JSONText.quoted(hash.text))"
      separator = ",\n"
    }
    text += files.isEmpty ? "}" : "\n  }"
  }

  init(files: [String: ContentHash] = [:], inputs: ContentHash? = nil) {
    self.files = files
    self.inputs = inputs
  }

  /// Reads the text of the file; fails where igata can't have written it.
  init?(_ bytes: [UInt8]) {
    guard case .object(let members, _)? = parseJSON(SourceFile(name: Self.fileName, bytes: bytes)).value,
      case .number(Self.version, _)? = members.first(where: { $0.key == "version" })?.value,
      let files = Self.hashes(members.first { $0.key == "files" }?.value),
      let replaced = members.first(where: { $0.key == "replaced" }).map({ Self.hashes($0.value) }) ?? [:]
    else { return nil }
    self.files = files
    self.replaced = replaced
    if case .text(let hash, _)? = members.first(where: { $0.key == "inputs" })?.value {
      inputs = ContentHash(text: hash)
    }
  }

  /// The folders of the files, and the one that they are below.
  func folders(below root: String) -> Set<String> {
    Set(files.keys.map { PathText.folder(PathText.join(root, $0)) } + [root])
  }

  private static func hashes(_ value: JSONValue?) -> [String: ContentHash]? {
    guard case .object(let entries, _)? = value else { return nil }
    var hashes: [String: ContentHash] = [:]
    for entry in entries {
      guard case .text(let hash, _) = entry.value, PathText.staysBelow(entry.key) else { return nil }
      hashes[entry.key] = ContentHash(text: hash)
    }
    return hashes
  }

  /// Whether igata wrote what a file holds.
  func isOwn(_ content: [UInt8], in file: String) -> Bool {
    let hash = ContentHash(content)
    return hash == files[file] || hash == replaced[file]
  }
}
