/// Functions on paths as text, with `/` as the separator.
enum PathText {
  /// The path of `name` in `folder`. The current folder is omitted.
  static func join(_ folder: String, _ name: String) -> String {
    if name.utf8.first == UInt8(ascii: "/") || folder.isEmpty || folder == "." { return name }
    if name.isEmpty || name == "." { return folder }
    return folder.utf8.last == UInt8(ascii: "/") ? folder + name : "\(folder)/\(name)"
  }

  /// The last component.
  static func name(_ path: String) -> String {
    let trimmed = withoutTrailingSlashes(path).utf8
    guard let slash = trimmed.lastIndex(of: UInt8(ascii: "/")) else { return String(trimmed) }
    return String(Substring(trimmed[trimmed.index(after: slash)...]))
  }

  /// Everything before the last component, or `.` if there is nothing.
  static func folder(_ path: String) -> String {
    let trimmed = withoutTrailingSlashes(path).utf8
    guard let slash = trimmed.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    let folder = withoutTrailingSlashes(String(Substring(trimmed[..<slash])))
    return folder.isEmpty ? "/" : folder
  }

  /// The parent folder, without resolving links.
  static func parent(ofFolder folder: String) -> String {
    if folder == "." || folder.isEmpty { return ".." }
    let last = name(folder)
    return last == ".." || last == "." ? "\(folder)/.." : self.folder(folder)
  }

  static func withoutTrailingSlashes(_ path: String) -> String {
    var bytes = Substring(path).utf8
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return String(Substring(bytes))
  }

  /// The last component without its extension, if it has that extension.
  static func base(_ path: String, without ending: String) -> String {
    let name = name(path)
    return name.utf8.count > ending.utf8.count && hasEnding(name, ending)
      ? String(Substring(name.utf8.dropLast(ending.utf8.count))) : name
  }

  /// Whether `name` ends with the bytes of `ending`.
  static func hasEnding(_ name: String, _ ending: String) -> Bool {
    name.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8)
  }

  /// An absolute path without `.` and `..`. Links aren't resolved.
  static func normalized(_ path: String) -> String {
    joined(components(path))
  }

  /// The path relative to a folder. Both paths must be absolute.
  static func relative(_ path: String, to folder: String) -> String {
    let parts = components(path)
    let base = components(folder)
    let common = countInCommon(Array(parts.dropLast()), base)
    return (Array(repeating: "..", count: base.count - common) + parts[common...]).joined(separator: "/")
  }

  /// Whether a path is that of a folder, or of something below it. Both paths must be absolute.
  static func contains(_ folder: String, _ path: String) -> Bool {
    withoutTrailingSlashes(path) == withoutTrailingSlashes(folder) || staysBelow(relative(path, to: folder))
  }

  /// The deepest common folder of some absolute folders, or `nil` if there are none.
  static func common(_ folders: [String]) -> String? {
    guard let first = folders.first else { return nil }
    let common = folders.dropFirst().reduce(components(first)) { common, folder in
      Array(common.prefix(countInCommon(common, components(folder))))
    }
    return common.isEmpty ? "/" : joined(common)
  }

  /// The components of an absolute path, without `.` and `..`. Links aren't resolved.
  private static func components(_ path: String) -> [String] {
    var components: [String] = []
    var start = path.utf8.startIndex
    while start < path.utf8.endIndex {
      let end = path.utf8[start...].firstIndex(of: UInt8(ascii: "/")) ?? path.utf8.endIndex
      switch path[start..<end] {
      case "", ".": break
      case "..": _ = components.popLast()
      case let name: components.append(String(name))
      }
      start = end == path.utf8.endIndex ? end : path.utf8.index(after: end)
    }
    return components
  }

  /// The number of leading components that two paths have in common, compared byte by byte.
  private static func countInCommon(_ one: [String], _ other: [String]) -> Int {
    zip(one, other).prefix { $0.utf8.elementsEqual($1.utf8) }.count
  }

  private static func joined(_ components: [String]) -> String {
    var path = ""
    for component in components { path += "/" + component }
    return path
  }

  /// Whether the path stays in the folder that it is appended to: it must be relative, and not contain `.` and `..`.
  static func staysBelow(_ path: String) -> Bool {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      !part.isEmpty && !part.contains(0) && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
    }
  }

  /// The order by bytes, which is the same in every locale.
  static func isOrdered(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
