import IgataSchema

/// How generated files import and name a type of the program's own.
extension SwiftTypeName {
  /// An import of the type alone, or `nil` if there is none: `typealias Palette.Color`, which imports a struct, a class
  /// and an enum too. What else the module declares stays invisible, so that it can't hide a name that the file uses.
  var scopedImport: String? {
    importedName.map { name in
      "typealias " + (module.map(SwiftIdentifier.escape) + [SwiftIdentifier.type(name)]).joined(separator: ".")
    }
  }

  /// The name that the import makes visible.
  var importedName: String? {
    guard !module.isEmpty else { return nil }
    return isQualified ? components[1] : components.first
  }

  /// The names by which the file refers to the type. An imported type with the name of its module hides the module.
  var visibleComponents: ArraySlice<String> {
    isQualified && components[1] == components[0] ? components.dropFirst() : components[...]
  }

  /// Whether the first name is that of the module.
  private var isQualified: Bool { components.count > 1 && module == [components[0]] }
}
