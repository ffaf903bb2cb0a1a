public import IgataDiagnostics

/// A lossless representation of a schema file: every byte of the source belongs to exactly one token, and the
/// declarations refer to the tokens by their ranges.
///
/// There is a tree for every input. If the text has errors, nodes lack parts, and text that couldn't be parsed is only
/// among the tokens.
public struct SyntaxTree: Sendable {
  /// The file's index among the files of the run; every range in the tree carries it.
  public let file: Int
  public let source: SourceFile
  /// All tokens in order, including white space and comments. Their concatenated texts are the source.
  public let tokens: [Token]
  public let declarations: [DeclarationSyntax]
  /// Whether the file is readable text. If not, its declarations are unknown.
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

  /// A range with the white space before it on its line.
  package func withSpaceBefore(_ range: SourceRange) -> SourceRange {
    var result = range
    while result.start > 0, source.bytes[result.start - 1] == 0x20 || source.bytes[result.start - 1] == 0x09 {
      result.start -= 1
    }
    return result
  }
}
