/// The folders of version control systems, which can contain programs that run later.
package enum VersionControl {
  package static let folders = [".git", ".hg", ".svn", ".jj"]

  /// Whether a file or a folder with that name belongs to a version control system. Some disks ignore case and
  /// invisible characters.
  package static func owns(_ name: String) -> Bool {
    guard let first = name.utf8.first, first == UInt8(ascii: ".") || first >= 0x80 else { return false }
    // No ASCII character is invisible, and the properties of characters are slow to look up.
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return folders.contains(name.lowercased()) }
    let scalars = name.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
    return folders.contains(String(String.UnicodeScalarView(scalars)).lowercased())
  }
}
