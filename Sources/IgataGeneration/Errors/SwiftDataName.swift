public import IgataDiagnostics

extension DiagnosticKind {
  /// A type of the schema has the name of one that all generated classes for SwiftData share.
  ///
  /// Those are in `IgataSwiftData.swift`, and their names begin with `SwiftData`.
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
      .swiftDataName, "'\(name)' is the name of a type that the classes for SwiftData need", at: range,
      help: "rename the type")
  }
}
