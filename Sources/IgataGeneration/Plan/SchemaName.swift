import IgataSchema

/// The name of the enum that lists all models of a run.
public enum SchemaName {
  private static let ending = "Schema"

  /// The default name, derived from the only file, or from the folder if there are several files.
  ///
  /// - Parameters:
  ///   - sources: The path of each schema file without the extension.
  ///   - folder: The name of the folder that contains all files.
  static func derived(from sources: [String], in folder: String) -> String {
    if let only = sources.first, sources.count == 1 {
      return SwiftIdentifier.typeName(fromFile: SourcePaths.name(only)) + ending
    }
    let name = SwiftIdentifier.typeName(fromFile: folder)
    return name.hasSuffix(ending) ? name : name + ending
  }

  /// The reason why a name isn't valid for the enum, or `nil` if it is.
  public static func objection(to name: String) -> String? {
    let isIdentifier =
      name.first.map { $0.isLetter || $0 == "_" } ?? false
      && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    guard isIdentifier, name.contains(where: { $0 != "_" }), SwiftIdentifier.escape(name) == name else {
      return "is not a valid name for a Swift type"
    }
    return isReservedTypeName(name) ? "is reserved for generated code" : nil
  }
}
