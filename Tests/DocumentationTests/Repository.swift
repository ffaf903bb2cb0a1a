import Foundation

/// The files of this package.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The files below the folders, relative to the root; hidden ones and those that are made are left out.
  static func files(below paths: [String]) throws -> [String] {
    paths.flatMap { path -> [String] in
      let url = root.appending(path: path)
      guard let names = FileManager.default.enumerator(atPath: url.path)?.compactMap({ $0 as? String }), !names.isEmpty
      else { return [path] }
      return names.filter { !$0.split(separator: "/").contains { $0.hasPrefix(".") } }.map { "\(path)/\($0)" }
    }.filter { $0.hasSuffix(".md") || $0.hasSuffix(".swift") }.sorted()
  }

  static func text(of file: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appending(path: file)), as: UTF8.self)
  }
}
