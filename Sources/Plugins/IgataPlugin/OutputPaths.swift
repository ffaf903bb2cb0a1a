import Foundation

/// The paths of the Swift files that igata generates for a target's schemas. They must match those of the command.
struct OutputPaths {
  /// The name of the enum that lists all models, if it has to be passed to the command: for several schemas without a
  /// setting.
  let schemaName: String?
  /// For each schema, the path of its Swift file without the extension.
  private let paths: [String]
  /// The file of the enum that lists all models, or `nil` for a single schema without sealed versions.
  private let schemaFile: String?

  /// - Parameters:
  ///   - schemaName: The name of the enum in `igata.json`.
  ///   - target: The name of the target, from which the default name is derived.
  ///   - hasVersions: Whether there are sealed versions.
  init(_ schemas: [URL], schemaName given: String?, target: String, hasVersions: Bool) {
    paths = Self.paths(schemas.map { $0.standardizedFileURL.deletingPathExtension().pathComponents })
    // igata reports a setting that is no name. As a part of a path, it could lead out of the output folder.
    let given = given.flatMap { $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? $0 : nil }
    let name = given ?? Self.enumName(target)
    schemaName = given == nil && schemas.count > 1 ? name : nil
    let file = schemas.count > 1 ? name : hasVersions ? "\(paths[0]).migrations" : nil
    schemaFile = file.map { "\($0).igata.swift" }
  }

  func files(_ kind: Kind) -> [String] {
    let ending = kind == .swift ? "igata" : kind.rawValue
    let files = paths.map { "\($0).\(ending).swift" }
    return switch kind {
    case .swift: files + (schemaFile.map { [$0] } ?? [])
    case .realm: files + ["IgataRealm.swift"]
    case .swiftdata: files + ["IgataSwiftData.swift"]
    }
  }

  /// The paths relative to the common folder of all schemas. If several schemas have the same name, the names begin
  /// with the folders, because the names of a module's Swift files must be unique.
  private static func paths(_ schemas: [[String]]) -> [String] {
    let folders = schemas.map { $0.dropLast() }
    let common = folders.dropFirst().reduce(folders.first ?? []) { common, folder in
      common.prefix(zip(common, folder).prefix { $0 == $1 }.count)
    }
    let relative = schemas.map { $0.dropFirst(common.count) }
    return relative.map { parts in
      let name = parts.last?.lowercased()
      let isShared = relative.count { $0.last?.lowercased() == name } > 1
      return (parts.dropLast() + [isShared ? parts.joined(separator: "-") : parts.last ?? ""]).joined(separator: "/")
    }
  }

  /// `CatalogueSchema` for the target `Catalogue`, `MyShopSchema` for `my-shop`.
  private static func enumName(_ target: String) -> String {
    let words = target.split { !$0.isLetter && !$0.isNumber }
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let start = name.first.map(\.isLetter) ?? false ? name : "_" + name
    return start.hasSuffix("Schema") ? start : start + "Schema"
  }
}
