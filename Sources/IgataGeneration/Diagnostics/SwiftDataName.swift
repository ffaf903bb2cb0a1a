public import IgataDiagnostics

extension DiagnosticKind {
  /// A type of the schema has a name that the generated classes for SwiftData need.
  ///
  /// The shared types of these classes are declared in `IgataSwiftData.swift`, and their names begin with `SwiftData`.
  /// The expansion of the `@Model` macro refers to `KeyPath`, `Observation`, `Sendable` and `Transient`, so a type of
  /// the schema with one of these names would be used instead. The module names `Swift` and `Foundation` are needed if
  /// a type of the schema has the same name as a type of that module: if there is a type `Hashable`, the classes refer
  /// to `Swift.Hashable`.
  ///
  /// ## Example
  /// ```text
  /// model SwiftDataDefaults {
  ///   id: UUID = uuid() @primaryKey
  /// }
  /// ```
  ///
  /// ## Fix
  /// ```text
  /// model Defaults {
  ///   id: UUID = uuid() @primaryKey
  /// }
  /// ```
  public static let swiftDataName = DiagnosticKind("swiftdata-name")
}

extension Diagnostic {
  static func swiftDataName(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .swiftDataName, "'\(name)' is a name that the classes for SwiftData need", at: range,
      help: "rename the type")
  }
}
