import IgataTemplateLanguage

/// The paths of each schema file's outputs, relative to the output folder and without extensions.
struct SourcePaths {
  /// The path of the schema file relative to the common folder of all: `shop/orders`.
  let mirrored: [String]
  /// The same for Swift files, whose names are unique in a module even in different folders. If two schema files have
  /// the same name, the folder is part of the name: `shop/shop-orders`.
  let swift: [String]

  init(_ sources: [String]) {
    mirrored = sources
    var counts: [String: Int] = [:]
    for source in sources { counts[Self.name(source).lowercased(), default: 0] += 1 }
    swift = sources.map { source in
      let name = Self.name(source)
      guard counts[name.lowercased(), default: 0] > 1 else { return source }
      return source.dropLast(name.count) + source.split(separator: "/").joined(separator: "-")
    }
  }

  /// The name of a schema file in a comment.
  static func inComment(_ path: String) -> String { CommentText.onOneLine(path) + ".igata" }

  /// The last part of a path.
  static func name(_ path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? path
  }
}
