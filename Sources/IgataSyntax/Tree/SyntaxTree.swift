public import IgataDiagnostics

/// A schema file as it is written, nothing lost: every byte of the source belongs to exactly one token, and the
/// declarations say which tokens mean what.
///
/// A tree exists for every input. Where the text is broken, a part is missing from its node, and what could not be
/// read stands among the tokens alone.
public struct SyntaxTree: Sendable {
  /// The file's index among the files of the run; every range in the tree carries it.
  public let file: Int
  public let source: SourceFile
  /// All tokens in order, white space and comments included; their texts joined are the source.
  public let tokens: [Token]
  public let declarations: [DeclarationSyntax]
  /// Whether the file is text at all; what one that is not declares is unknown.
  public let isReadable: Bool

  public init(
    file: Int, source: SourceFile, tokens: [Token], declarations: [DeclarationSyntax], isReadable: Bool = true
  ) {
    self.file = file
    self.source = source
    self.tokens = tokens
    self.declarations = declarations
    self.isReadable = isReadable
  }
}
