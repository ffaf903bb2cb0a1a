import IgataDiagnostics

extension Parser {
  /// `Name`, `Name(12, 2)`, `[Name]`, each with any number of `?` behind it.
  ///
  /// - Parameter message: what to say where there is none.
  mutating func parseTypeReference(_ message: @autoclosure () -> String) -> TypeReferenceSyntax? {
    let start = current.start
    var type: TypeReferenceSyntax
    switch kindHere {
    case .identifier, .quotedIdentifier:
      let name = parseNameHere()
      var arguments: [ArgumentSyntax]?
      if kindHere == .leftParenthesis {
        arguments = parseArguments()
        if arguments == nil { return nil }
      }
      type = .named(name, arguments: arguments, range: range(from: start))
    case .leftBracket:
      guard let element = parseListedType() else { return nil }
      type = .list(element, range: range(from: start))
    default:
      report(.missingType(message(), at: gapOrToken))
      return nil
    }
    // One `?` too many is for the resolver to refuse; thousands of them would make a tree too deep to walk.
    var marks = 0
    while eat(.question) != nil {
      marks += 1
      if marks <= 2 { type = .optional(type, range: range(from: start)) }
    }
    return type
  }

  private mutating func parseListedType() -> TypeReferenceSyntax? {
    var element: TypeReferenceSyntax?
    let isRead = inBrackets { parser, open in
      element = parser.parseTypeReference("a list's elements have no type")
      guard element != nil else { return false }
      if parser.isAtMemberEnd || open.partner == nil { return true }
      parser.reportUnexpected(help: parser.current.kind == .colon ? "there are lists, but no dictionaries" : nil)
      return false
    }
    return isRead ? element : nil
  }
}
