public import IgataDiagnostics
public import IgataSyntax

/// A name that the schema declares.
public final class DeclaredName: Sendable {
  public let declaration: NameUse.Declaration
  /// The field, if it is the name of one.
  public let field: DeclaredField?
  public let text: String
  public let range: SourceRange
  /// The words of the name, in lower case.
  public let words: [String]
  public let documentation: DocumentationSyntax?

  init(
    _ declaration: NameUse.Declaration, _ text: String, _ range: SourceRange, words: [String],
    documentation: DocumentationSyntax?, field: DeclaredField? = nil
  ) {
    self.declaration = declaration
    self.field = field
    self.text = text
    self.range = range
    self.words = words
    self.documentation = documentation
  }

  public var isType: Bool {
    switch declaration {
    case .model, .structure, .enumeration, .newtype: true
    case .field, .structField, .enumCase: false
    }
  }

  /// The noun in messages.
  public var noun: String {
    switch declaration {
    case .model: "model"
    case .structure: "struct"
    case .enumeration: "enum"
    case .newtype: "type"
    case .field, .structField: "field"
    case .enumCase: "case"
    }
  }
}
