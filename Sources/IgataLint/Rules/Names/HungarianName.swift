import IgataDiagnostics
import IgataSchema

extension LintRule {
  static let hungarianName = LintRule(
    "hungarian-name", .names, .strictOnly,
    """
    A name has a type prefix: `tblOrder`, `strName`.

    The schema already shows the type. A prefix repeats it, and becomes wrong when the type changes.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
        strName: String
      }
      """,
    fix: .replacing("strName: String", with: #"name: String @column("str_name")"#),
    houseStyle: HouseStyle("names have type prefixes", help: "remove them"),
    check: .names { name, context, findings in
      guard name.words.count > 1, let first = name.words.first else { return }
      let rest = Array(name.words.dropFirst())
      let isPrefixed: Bool
      switch name.declaration {
      case .field, .structField: isPrefixed = fieldPrefixes.contains(first)
      case .enumCase: return
      case .model, .structure, .enumeration, .newtype: isPrefixed = typePrefixes.contains(first)
      }
      let proposal = name.isType ? upperCamelCase(rest) : lowerCamelCase(rest)
      guard isPrefixed, !beginsWithDigit(proposal) else { return }
      findings.report(
        "'\(name.text)' has a type prefix", at: name.range, help: "name it '\(proposal)'",
        fixes: context.declared.renaming(name.declaration, to: proposal))
    })
}

private let fieldPrefixes: Set<String> = ["arr", "bln", "bool", "chr", "dbl", "dtm", "flt", "lng", "obj", "str", "sz"]
private let typePrefixes: Set<String> = ["cls", "enm", "enu", "mdl", "tbl"]
