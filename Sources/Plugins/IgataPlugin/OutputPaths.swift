import Foundation

/// Where igata writes the Swift of a target's schemas, as the command itself decides it.
struct OutputPaths {
  /// The name of the enum of all models, where the command can't know it: several schemas and no setting.
  let schemaName: String?
  /// For each schema the path of its Swift file without the ending.
  private let paths: [String]
  /// The file of the enum of all models, which a schema alone does not have.
  private let schemaFile: String?

  /// - Parameters:
  ///   - schemaName: What `igata.json` calls the enum of all models.
  ///   - target: The name of the target, after which it is called otherwise.
  init(_ schemas: [URL], schemaName given: String?, target: String) {
    paths = Self.paths(schemas.map { $0.standardizedFileURL.deletingPathExtension().pathComponents })
    let name = given ?? Self.enumName(target)
    schemaName = given == nil && schemas.count > 1 ? name : nil
    schemaFile = schemas.count > 1 ? "\(name).igata.swift" : nil
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

  /// The paths below the folder that all schemas are in. Names that several schemas have begin with their folders, as
  /// the names of a module's Swift files are unique.
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
