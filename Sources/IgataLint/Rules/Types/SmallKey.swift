import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let smallKey = LintRule(
    "small-key", .types, .normal,
    """
    An autoincremented key is smaller than 64 bits.

    An `Int32` ends at about two billion, and the numbers of deleted and rolled-back rows are used up too. When it
    ends, every insert fails, and every table that refers to it must be rewritten. Compared to that, eight bytes cost
    nothing. A key with a number as its default belongs to a single row, and can be small.
    """,
    example: """
      model Event {
        id: Int32 = autoincrement() @primaryKey
      }
      """,
    fix: .replacing("Int32", with: "Int64"),
    houseStyle: HouseStyle("keys are small integers", help: "make them 'Int64'"),
    check: .models { model, context, findings in
      guard model.model.primaryKey.count == 1, let column = model.model.primaryKey.first else { return }
      guard let field = context.declared.field(model.model.columns[column].field, of: model),
        let scalar = field.plainScalar,
        scalar == .int16 || scalar == .int32,
        // A key with a number as its default belongs to a single row.
        field.field.defaultValue == .autoincrement || (field.words == ["id"] && field.field.defaultValue == nil),
        let type = field.syntax.type?.innermost
      else { return }
      findings.report(
        "the key of '\(model.name)' is \(scalar.phrase), which ends at \(scalar == .int16 ? "32767" : "2147483647")",
        at: type, help: "make it an 'Int64'",
        fixes: [.init(title: "make it 'Int64'", range: type, replacement: "Int64", isSafe: false)])
    })
}
