import IgataDiagnostics
import IgataSchema
import IgataSyntax

extension LintRule {
  static let numberedFields = LintRule(
    "numbered-fields", .names, .normal,
    """
    Fields are numbered instead of being a list.

    With `phone1` and `phone2`, every search must check each field, and another one needs a migration. A list stores
    any number of values. The lines of an address aren't reported.
    """,
    example: """
      model Person {
        id: UUID = uuid() @primaryKey
        phone1: String?
        phone2: String?
      }
      """,
    fix: """
      model Person {
        id: UUID = uuid() @primaryKey
        phones: [String]
      }
      """,
    options: [except],
    check: .models { model, context, findings in
      var groups: [Numbered: [DeclaredField]] = [:]
      var order: [Numbered] = []
      let exceptions = context.words(except)
      for field in context.declared.fields(of: .model(model.index)) {
        guard let base = base(of: field), !exceptions.contains(where: { base.last?.hasSuffix($0) ?? false }) else {
          continue
        }
        let key = Numbered(base: base, type: field.valueType, target: field.target)
        if groups[key] == nil { order.append(key) }
        groups[key, default: []].append(field)
      }
      for key in order {
        guard let fields = groups[key], fields.count > 1, let first = fields.first else { continue }
        let names = fields.dropFirst().map { Diagnostic.Related($0.range, "'\($0.name)' is another") }
        findings.report(
          "\(fields.count) fields are numbered instead of being a list", at: first.range,
          help: "store them in one list, or in a separate model", related: names)
      }
    })
}

private let except = LintOption(
  "except", .words(["line", "street", "address", "reserved", "unused", "行", "住所"]), "words that can be numbered")

private struct Numbered: Hashable {
  var base: [String]
  var type: ValueType?
  var target: Int?
}

/// The words before the number at the end of a field's name.
private func base(of field: DeclaredField) -> [String]? {
  guard !field.isList, field.words.count > 1, let last = field.words.last, last.utf8.count <= 2,
    last.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") })
  else { return nil }
  let base = Array(field.words.dropLast())
  // `x1`, `y1` and `q1` are coordinates and quarters.
  guard base.joined().utf8.count > 1 else { return nil }
  return base
}
