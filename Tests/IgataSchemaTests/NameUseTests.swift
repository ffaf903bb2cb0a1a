import Foundation
import IgataDiagnostics
import IgataSchema
import TestSupport
import Testing

/// The table of uses is complete if a declaration can be renamed by it alone.
struct NameUseTests {
  @Test func everyDeclarationCanBeRenamedByItsUses() throws {
    let folders = ["Tests/Samples", "Tests/IgataSchemaTests/Schemas"]
    let schemas = try folders.flatMap {
      try Golden.files(in: Golden.repository.appendingPathComponent($0), ending: ".igata")
    }
    var count = 0
    for file in schemas {
      let source = SourceFile(name: file.lastPathComponent, bytes: Array(try Data(contentsOf: file)))
      let before = Resolved([source])
      guard before.errors.isEmpty else { continue }
      for (declaration, name) in before.schema.declarations {
        let uses = before.schema.uses.filter { $0.declaration == declaration }.map(\.range)
        let after = Resolved([source.renaming([name] + uses)])
        #expect(after.errors.isEmpty, "\(source.name): \(declaration)\n\(after.report)")
        #expect(after.schema.uses.count == before.schema.uses.count)
        count += 1
      }
    }
    #expect(count > 100)
  }

  @Test func eachRoleIsRecorded() throws {
    let resolved = Resolved(
      """
      enum Kind {
        case usual
      }
      model Person {
        id: UUID = uuid() @primaryKey
        accounts: [Account] @inverse(owner)
      }
      model Account {
        id: UUID = uuid()
        region: Int
        kind: Kind = .usual
        owner: Person
        primaryKey(id, region)
        distribute(by: region)
      }
      """)
    #expect(resolved.report == "")
    let text = Array(resolved.files[0].bytes)
    let uses = resolved.schema.uses.sorted { $0.range.start < $1.range.start }.map {
      "\(String(decoding: text[$0.range.start..<$0.range.end], as: UTF8.self)): \($0.role), \($0.declaration)"
    }
    #expect(
      uses == [
        "Account: type, model(1)", #"owner: inverse, field(model: 1, name: "owner")"#, "Kind: type, enumeration(0)",
        "usual: defaultValue, enumCase(enumeration: 0, index: 0)", "Person: type, model(0)",
        #"id: constraint, field(model: 1, name: "id")"#, #"region: constraint, field(model: 1, name: "region")"#,
        #"region: distribution, field(model: 1, name: "region")"#,
      ])
  }
}

extension Resolved {
  fileprivate var errors: [Diagnostic] { diagnostics.filter { $0.severity == .error } }
}

extension Schema {
  /// Every declaration that a name can refer to, with the range of its own name.
  fileprivate var declarations: [(NameUse.Declaration, SourceRange)] {
    var result: [(NameUse.Declaration, SourceRange)] = []
    for (index, type) in newtypes.enumerated() { result.append((.newtype(index), type.origin.range)) }
    for (index, type) in structs.enumerated() { result.append((.structure(index), type.origin.range)) }
    for (index, type) in enums.enumerated() {
      result.append((.enumeration(index), type.origin.range))
      for (number, item) in type.cases.enumerated() {
        result.append((.enumCase(enumeration: index, index: number), item.origin.range))
      }
    }
    for (index, model) in models.enumerated() {
      result.append((.model(index), model.origin.range))
      for field in model.fields where !field.isImplied {
        result.append((.field(model: index, name: field.name), field.origin.range))
      }
    }
    return result
  }
}

extension SourceFile {
  fileprivate func renaming(_ ranges: [SourceRange]) -> SourceFile {
    var bytes = self.bytes
    let isType = ranges.first.map { bytes[$0.start] < UInt8(ascii: "_") } ?? false
    for range in ranges.sorted(by: { $0.start > $1.start }) {
      bytes.replaceSubrange(range.start..<range.end, with: Array((isType ? "Renamed1" : "renamed1").utf8))
    }
    return SourceFile(name: name, bytes: bytes)
  }
}
