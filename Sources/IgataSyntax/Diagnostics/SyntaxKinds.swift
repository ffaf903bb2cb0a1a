public import IgataDiagnostics

extension DiagnosticKind {
  /// What the parser reports.
  public static let syntaxKinds: [DiagnosticKind] = [
    .controlCharacter, .crowdedQuotes, .invalidEscape, .invalidUTF8, .lookAlike, .malformedName, .malformedNumber,
    .misindentedBlock, .misplacedAttribute, .misplacedDefault, .missingBody, .missingCase, .missingColon,
    .missingComma, .missingEquals, .missingName, .missingType, .missingValue, .nestedDeclaration, .nestingTooDeep,
    .strayDocumentation, .tooLong, .unclosedBracket, .unexpectedCharacter, .unexpectedText, .unknownConstraint,
    .unknownDeclaration, .unknownModifier, .unopenedBracket, .unterminatedComment, .unterminatedString,
  ]
}
