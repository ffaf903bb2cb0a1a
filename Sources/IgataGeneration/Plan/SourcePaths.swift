/// Where the outputs of each schema file are, below the output folder and without their endings.
struct SourcePaths {
  /// The path of the schema file below the folder that all are in: `shop/orders`.
  let mirrored: [String]
  /// The same for Swift files, whose names are unique in a module whatever their folders: where two schema files have
  /// one name, their folders are part of it: `shop/shop-orders`.
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

  /// The last part of a path.
  static func name(_ path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? path
  }
}
