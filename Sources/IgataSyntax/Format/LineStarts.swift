/// What starts at a token that is always at the start of a line.
enum LineStart: Hashable {
  case declaration
  case member
  /// A name after a comma in `case a, b`, which gets its own `case`.
  case listedCase
}

extension SyntaxTree {
  /// The offsets at which a declaration, a member or a case starts.
  var lineStarts: [Int: LineStart] {
    var starts: [Int: LineStart] = [:]
    for declaration in declarations {
      starts[declaration.range.start] = .declaration
      for member in declaration.members { starts[member.range.start] = .member }
      guard case .enum(let syntax) = declaration else { continue }
      for item in syntax.cases {
        starts[item.range.start] = item.range.start == item.name.range.start ? .listedCase : .member
      }
      for reserved in syntax.reserved { starts[reserved.range.start] = .member }
    }
    return starts
  }
}
