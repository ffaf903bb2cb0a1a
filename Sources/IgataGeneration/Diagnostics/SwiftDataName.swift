public import IgataDiagnostics

extension DiagnosticKind {
  /// A type of the schema has a name that the generated classes for SwiftData need.
  ///
  /// The types that they all share are in `IgataSwiftData.swift`, and their names begin with `SwiftData`. The code that
  /// the compiler makes of `@Model` refers to `KeyPath`, `Observation`, `Sendable` and `Transient`, and would take a type
  /// of the schema for what it means. The module `Swift` or `Foundation` is needed if the schema has a type called like
  /// one of that module: beside a type `Hashable`, the classes refer to `Swift.Hashable`.
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
