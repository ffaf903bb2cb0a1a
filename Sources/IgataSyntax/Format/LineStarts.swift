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
    func add(_ members: [MemberSyntax]) {
      for member in members {
        switch member {
        case .field(let field): starts[field.range.start] = .member
        case .constraint(let constraint): starts[constraint.range.start] = .member
        case .reserved(let reserved): starts[reserved.range.start] = .member
        case .distribution(let distribution): starts[distribution.range.start] = .member
        }
      }
    }
    for declaration in declarations {
      switch declaration {
      case .enum(let syntax):
        starts[syntax.range.start] = .declaration
        for item in syntax.cases {
          starts[item.range.start] = item.range.start == item.name.range.start ? .listedCase : .member
        }
        for reserved in syntax.reserved { starts[reserved.range.start] = .member }
      case .type(let syntax): starts[syntax.range.start] = .declaration
      case .reserved(let syntax): starts[syntax.range.start] = .declaration
      case .struct(let syntax):
        starts[syntax.range.start] = .declaration
        add(syntax.members)
      case .model(let syntax):
        starts[syntax.range.start] = .declaration
        add(syntax.members)
      }
    }
    return starts
  }
}
