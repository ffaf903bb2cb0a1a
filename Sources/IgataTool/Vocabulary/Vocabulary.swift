import IgataDiagnostics
import IgataLint
import IgataSchema
import IgataSyntax
import IgataTables

/// The words of the schema language, from which the grammars of editors are made.
enum Vocabulary {
  static var tree: JSONTree {
    JSONBuilder.tree { tree in
      tree.key("declarations", words(DeclarationKeyword.self))
      tree.key("members", words(MemberKeyword.self))
      tree.key("constraints", words(ConstraintSyntax.Kind.self))
      tree.key("distributions", words(DistributionSyntax.Keyword.self))
      tree.key("order", .text(ConstraintSyntax.Column.descending))
      tree.key("literals", words(LiteralKeyword.self))
      tree.key("null", .text(jsonNull))
      tree.key("types", .list(Scalar.allCases.map { .text($0.name) }))
      tree.key("rawTypes", .list(EnumType.rawTypes.map { .text($0.name) }))
      tree.key("functions", list(functions))
      tree.key("methods", list([ConditionSyntax.membership]))
      tree.key("indexMethods", words(IndexMethod.self))
      tree.key("comparisons", words(ConditionSyntax.Comparison.self))
      tree.key("labels", words(ArgumentLabel.self))
      tree.key("attributes", .list(AttributeKind.allCases.map(attribute)))
      tree.key("rules", .list(LintRule.all.map { .text($0.id) }))
    }
  }

  private static var functions: [String] {
    DefaultFunction.allCases.map(\.rawValue) + IndexFunction.allCases.map(\.rawValue)
      + ConditionFunction.allCases.map(\.rawValue)
  }

  private static func attribute(_ kind: AttributeKind) -> JSONTree {
    JSONBuilder.tree { tree in
      tree.key("name", .text(kind.rawValue))
      tree.key("form", .text(kind.form))
      tree.key("purpose", .text(kind.purpose))
      tree.key("on", .list(kind.targets.map { .text($0.rawValue) }))
      tree.key("labels", list(kind.labels))
      tree.key("words", list(kind.words))
    }
  }

  private static func words<Word: CaseIterable & RawRepresentable<String>>(_ type: Word.Type) -> JSONTree {
    list(type.allCases.map(\.rawValue))
  }

  private static func list(_ words: [String]) -> JSONTree { .list(words.map { .text($0) }) }
}
