import IgataDiagnostics
import IgataGeneration
import Testing

@testable import IgataEditing

/// The generated code of single declarations is that of the files.
struct DeclarationRendererTests {
  private let file = SourceFile(
    name: "shop.igata",
    text: """
      /// How it is paid.
      enum Payment { case cash, card }
      type Rate = Fixed(scale: 100)
      type Email = String @length(3...254)
      struct Home { city: String }
      model Person {
        id: UUID @primaryKey
        home: Home
        email: Email?
        rate: Rate
        orders: [Order] @inverse(person)
      }
      model Order {
        id: UUID @primaryKey
        person: Person
        payment: Payment = .cash
        tags: [Person]
        index(payment)
      }

      """)

  @Test func codeIsThatOfTheFiles() throws {
    let snapshot = Snapshot([file])
    try #require(snapshot.errors.isEmpty)
    let compiled = compile(Sources([file]), GenerationOptions(targets: [.swift, .sql], dialects: [.sqlite, .postgresql]))
    let swift = try text(compiled.files[0])
    let sql = try (text(compiled.files[1]), text(compiled.files[2]))
    let templates = try #require(DeclarationTemplates(custom: []))
    let renderer = DeclarationRenderer(snapshot.schema, access: .public, templates: templates)
    let names = snapshot.occurrences[0].filter { snapshot.container(of: $0.declaration) == nil && $0.role == .declaration }
    #expect(names.count == 6)
    for name in names {
      let code = try #require(renderer.swift(name.declaration))
      #expect(swift.contains(code), "\(code)")
      guard case .model(let index) = name.declaration else { continue }
      #expect(try sql.0.contains(#require(renderer.createTable(ofModel: index, .sqlite))))
      // The statement of a file leaves out the keys to later tables, which it adds at the end.
      #expect(try #require(renderer.createTable(ofModel: index, .postgresql)).contains("CREATE TABLE"))
    }
  }

  @Test func customTemplatesAreUsed() throws {
    let snapshot = Snapshot([file])
    let custom = SourceFile(name: "enum.mustache", text: "// my {{name}}\n")
    let templates = try #require(DeclarationTemplates(custom: [TemplateSource(name: "swift/enum", file: custom)]))
    let renderer = DeclarationRenderer(snapshot.schema, access: .public, templates: templates)
    #expect(renderer.swift(.enumeration(0)) == "// my Payment\n")
    #expect(renderer.swift(.model(0))?.contains("struct Person") == true)
    #expect(renderer.swift(.field(model: 0, name: "id")) == nil)
    let broken = SourceFile(name: "enum.mustache", text: "{{#name}}")
    #expect(DeclarationTemplates(custom: [TemplateSource(name: "swift/enum", file: broken)]) == nil)
  }

  private func text(_ file: RenderedFile) throws -> String { String(decoding: file.bytes, as: UTF8.self) }
}
