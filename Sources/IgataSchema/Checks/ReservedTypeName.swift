public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  /// A declaration takes the name of a built-in type, or of a module that generated code imports.
  ///
  /// Such a type would hide the one that generated code means: `Bool`, `Int16`, `Int32`, `Int64`, `Int`, `Float`,
  /// `Double`, `Decimal`, `Currency`, `Fixed`, `String`, `Data`, `Date`, `UUID`, `URL`, `JSON`, `Swift`, `Foundation`
  /// and `IgataRuntime`. To keep the table's name, add `@table`.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Date {
  ///   id: UUID = uuid() @primaryKey
  /// }
  /// ```
  ///
  /// ## Mend
  ///
  /// ```igata
  /// model Appointment @table("date") {
  ///   id: UUID = uuid() @primaryKey
  /// }
  /// ```
  public static let reservedTypeName = DiagnosticKind("reserved-type-name")
}

extension Diagnostic {
  static func reservedTypeName(_ name: NameSyntax) -> Diagnostic {
    let owner = reservedTypeNames.contains(name.text) ? "a module that generated code imports" : "a built-in type"
    return Diagnostic(
      .reservedTypeName, "'\(name.text)' is the name of \(owner)", at: name.range, help: "choose another name")
  }
}
