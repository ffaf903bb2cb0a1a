/// Whether there is a space between two tokens on one line.
func needsSpace(between left: Token.Kind, and right: Token.Kind) -> Bool {
  switch (left, right) {
  case (.operation, .leftParenthesis), (.colon, .leftParenthesis), (.comma, .leftParenthesis): true
  case (.identifier, .dot), (.quotedIdentifier, .dot), (.exclamation, _): false
  case (_, .rightParenthesis), (_, .rightBracket), (_, .leftParenthesis): false
  case (_, .comma), (_, .colon), (_, .question): false
  // A hyphen in the name of a rule.
  case (.identifier, .minus), (.quotedIdentifier, .minus): false
  case (.leftParenthesis, _), (.leftBracket, _), (.at, _), (.dot, _), (.minus, _): false
  case (.integer, .closedRange), (.decimal, .closedRange), (.string, .closedRange): false
  case (.integer, .halfOpenRange), (.decimal, .halfOpenRange), (.string, .halfOpenRange): false
  case (.closedRange, .at), (.halfOpenRange, .at): true
  case (.closedRange, _), (.halfOpenRange, _): false
  default: true
  }
}
