public import IgataDiagnostics
import IgataSyntax

extension DiagnosticKind {
  /// A field has a name that `reserved` lists.
  ///
  /// `reserved` lists the names of removed fields, so that old data and old programs never encounter a field with the
  /// same name and another meaning.
  ///
  /// ## Example
  ///
  /// ```igata
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   iban: String = ""
  ///   reserved iban
  /// }
  /// ```
  ///
  /// ## Fix
  ///
  /// ```igata
  /// model Account {
  ///   id: UUID = uuid() @primaryKey
  ///   accountNumber: String = ""
  ///   reserved iban
  /// }
  /// ```
  public static let reservedName = DiagnosticKind("reserved-name")
}

extension Diagnostic {
  static func reservedName(_ name: NameSyntax, in title: String, reserved: SourceRange) -> Diagnostic {
    Diagnostic(
      .reservedName, "'\(name.text)' is reserved in \(title)", at: name.range, help: "choose another name",
      related: [.init(reserved, "reserved here")])
  }
}
