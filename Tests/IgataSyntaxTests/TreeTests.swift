import Foundation
import IgataDiagnostics
import IgataSyntax
import Testing

@Suite struct TreeTests {
  @Test func treesAndTokensEqualTheirGoldens() throws {
    let folder = Fixtures.folder.appending(path: "Tree")
    let samples = try Fixtures.files(in: Fixtures.samples, ending: ".igata")
    for file in try Fixtures.files(in: folder, ending: ".igata") + samples {
      let source = SourceFile(name: file.lastPathComponent, bytes: try Fixtures.bytes(file))
      let (tree, diagnostics) = parse(source, file: 0)
      #expect(diagnostics == [], "\(file.lastPathComponent)")
      let golden = folder.appending(path: file.deletingPathExtension().lastPathComponent)
      try Fixtures.expect(printTree(tree), equals: golden.appendingPathExtension("tree"))
      if file.lastPathComponent == "tokens.igata" {
        try Fixtures.expect(printTokens(tree), equals: golden.appendingPathExtension("tokens"))
      }
    }
  }

  /// Every node's range is correct: names are inside their range, and nodes are in order inside their owner.
  @Test func rangesAreTrue() throws {
    var visited = 0
    for file in try Fixtures.files(in: Fixtures.samples, ending: ".igata") {
      let source = SourceFile(name: file.lastPathComponent, bytes: try Fixtures.bytes(file))
      let tree = parse(source, file: 7).tree
      var check = RangeCheck(source: source)
      for declaration in tree.declarations { check.visit(declaration) }
      #expect(check.faults == [])
      visited += check.visited
    }
    #expect(visited > 90)
  }
}

private struct RangeCheck {
  let source: SourceFile
  var faults: [String] = []
  var visited = 0

  init(source: SourceFile) { self.source = source }

  mutating func visit(_ declaration: DeclarationSyntax) {
    switch declaration {
    case .enum(let syntax):
      check("enum", syntax.name, syntax.attributes, in: syntax.range, startsWith: "enum", endsWith: "}")
      for item in syntax.cases {
        check("case", item.name, item.attributes, in: item.range, startsWith: "case", endsWith: nil)
        if let literal = item.rawValue { inside(literal.range, item.range, "raw value") }
      }
      for reserved in syntax.reserved { visit(reserved, syntax.range) }
    case .type(let syntax):
      check("type", syntax.name, syntax.attributes, in: syntax.range, startsWith: "type", endsWith: nil)
    case .struct(let syntax):
      check("struct", syntax.name, syntax.attributes, in: syntax.range, startsWith: "struct", endsWith: "}")
      for member in syntax.members { visit(member, syntax.range) }
    case .model(let syntax):
      check("model", syntax.name, syntax.attributes, in: syntax.range, startsWith: "model", endsWith: "}")
      for member in syntax.members { visit(member, syntax.range) }
    case .reserved(let syntax): visit(syntax, syntax.range)
    }
  }

  private mutating func visit(_ reserved: ReservedSyntax, _ owner: SourceRange) {
    inside(reserved.range, owner, "reserved")
    if !text(reserved.range).hasPrefix("reserved") { faults.append("reserved start") }
    for name in reserved.names { named(name, reserved.range) }
  }

  private mutating func visit(_ member: MemberSyntax, _ owner: SourceRange) {
    switch member {
    case .field(let field):
      inside(field.range, owner, "field")
      check("field", field.name, field.attributes, in: field.range, startsWith: nil, endsWith: nil)
      if let type = field.type { inside(type.range, field.range, "type") }
      if let value = field.defaultValue { inside(value.range, field.range, "default") }
    case .constraint(let constraint):
      inside(constraint.range, owner, "constraint")
      if text(constraint.keyword) != constraint.kind.rawValue { faults.append("keyword") }
      if !text(constraint.range).hasSuffix(")") { faults.append("constraint end") }
      for column in constraint.columns { named(column.name, constraint.range) }
    case .reserved(let reserved): visit(reserved, owner)
    case .distribution(let syntax):
      inside(syntax.range, owner, "distribution")
      if !text(syntax.range).hasPrefix(syntax.keyword.rawValue) { faults.append("distribution start") }
      if let field = syntax.field { named(field, syntax.range) }
    }
  }

  private mutating func check(
    _ what: String, _ name: NameSyntax?, _ attributes: [AttributeSyntax], in range: SourceRange, startsWith: String?,
    endsWith: String?
  ) {
    visited += 1
    if let name { named(name, range) } else { faults.append("\(what) without a name") }
    if let startsWith, !text(range).hasPrefix(startsWith) { faults.append("\(what) start: \(text(range))") }
    if let endsWith, !text(range).hasSuffix(endsWith) { faults.append("\(what) end: \(text(range))") }
    for attribute in attributes {
      inside(attribute.range, range, "attribute")
      named(attribute.name, attribute.range)
      if text(attribute.range).first != "@" { faults.append("attribute start") }
      if attribute.arguments != nil, text(attribute.range).last != ")" { faults.append("attribute end") }
    }
  }

  private mutating func named(_ name: NameSyntax, _ owner: SourceRange) {
    inside(name.range, owner, "name")
    if text(name.range).filter({ $0 != "`" }) != name.text { faults.append("name \(name.text)") }
  }

  private mutating func inside(_ range: SourceRange, _ owner: SourceRange, _ what: String) {
    if range.file != 7 || range.start < owner.start || range.end > owner.end || range.start >= range.end {
      faults.append("\(what) \(range) not in \(owner)")
    }
  }

  private func text(_ range: SourceRange) -> String {
    String(decoding: source.bytes[range.start..<range.end], as: UTF8.self)
  }
}
