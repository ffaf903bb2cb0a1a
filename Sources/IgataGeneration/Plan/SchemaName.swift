import IgataSchema

/// The name of the enum that holds all models of a run.
public enum SchemaName {
  private static let ending = "Schema"

  /// The name that is derived: from the only file, or from the folder that several are in.
  ///
  /// - Parameters:
  ///   - sources: For each schema file its path without the ending.
  ///   - folder: The name of the folder that all are in.
  static func derived(from sources: [String], in folder: String) -> String {
    if let only = sources.first, sources.count == 1 {
      return SwiftIdentifier.typeName(fromFile: SourcePaths.name(only)) + ending
    }
    let name = SwiftIdentifier.typeName(fromFile: folder)
    return name.hasSuffix(ending) ? name : name + ending
  }

  /// Why a name can't be that of the enum, or `nil` if it can.
  public static func objection(to name: String) -> String? {
    let isIdentifier =
      name.first.map { $0.isLetter || $0 == "_" } ?? false
      && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    guard isIdentifier, name.contains(where: { $0 != "_" }), SwiftIdentifier.escape(name) == name else {
      return "is not a name that a Swift type can have"
    }
    return isReservedTypeName(name) ? "is a name that generated code needs itself" : nil
  }
}
