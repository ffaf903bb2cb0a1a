import IgataSchema
import IgataTables
import IgataTemplateLanguage

/// The view of a model's documentation for templates.
final class DocsModelView: View {
  private enum Slot: String, CaseIterable {
    case name, anchor, address, location, file, documentation, summary, deprecation, isDeprecated, isSensitive
    case table, formerName, reserved, hasReserved, distribution, isReference, fields, stored, members, hasMembers
    case outgoing, incoming, hasRelations, hasDeletes, hasDeleted, deleted, moreDeleted, hasCleared, cleared
    case moreCleared, hasRefusing, refusing, moreRefusing
    case diagram, source, swift, definitions, word, key, lines, hasLines
  }
  private static let slots = Slot.allCases
  private static let names = Shape(of: slots)
  private static let linkShape = Shape("name", "address")
  private static let definitionShape = Shape("dialect", "text")

  private let scope: DocsScope
  private let index: Int
  private let model: Model
  private let swift: [UInt8]
  private let fields: [DocsFieldView]
  private let members: [String]
  private let outgoing: [Int]
  private let deletion: Deletion

  /// - Parameters:
  ///   - index: The index of the model in the schema.
  ///   - swift: The generated Swift.
  init(_ scope: DocsScope, _ index: Int, swift: [UInt8]) {
    self.scope = scope
    self.index = index
    self.swift = swift
    model = scope.schema.models[index]
    fields = scope.fields(ofModel: index)
    members = scope.schema.memberTexts(ofModel: index)
    outgoing = scope.relations(ofModel: index)
    deletion = Deletion(of: index, scope)
  }

  var shape: Shape { Self.names }

  func value(at slot: Int) -> TemplateValue {
    switch Self.slots[slot] {
    case .name, .anchor: .text(model.name)
    case .word: .text(PlainWord.of(model.name))
    case .key: .text(scope.modelKeys[index])
    case .lines: .texts(model.origin.documentation)
    case .hasLines: .flag(!model.origin.documentation.isEmpty)
    case .address: .text(DocsAnchor.address(model.name))
    case .location: .text(scope.location(of: model.origin))
    case .file: .number(model.origin.file)
    case .documentation: DocsText.paragraphs(model.origin.documentation)
    case .summary: .optional(DocsText.summary(model.origin.documentation))
    case .deprecation: .optional(model.deprecation)
    case .isDeprecated: .flag(model.deprecation != nil || model.fields.contains { $0.deprecation != nil })
    case .isSensitive: .flag(model.fields.contains(where: \.isSensitive))
    case .table: .text(model.table)
    case .formerName: .optional(model.renamedFrom?.text)
    case .reserved: .texts(model.reservedNames.map(\.name))
    case .hasReserved: .flag(!model.reservedNames.isEmpty)
    case .distribution: .optional(model.distributionField.map { model.fields[$0].name })
    case .isReference: .flag(model.isReference)
    case .fields: .list(fields)
    case .stored: .list(fields.filter(\.isStored))
    case .members: .separated(members)
    case .hasMembers: .flag(!members.isEmpty)
    case .outgoing: .list(outgoing.map { scope.relation(ofField: $0, in: index) })
    case .incoming: .list(incoming.map { scope.relation(ofField: $0.field, in: $0.source, inverse: $0.inverse) })
    case .hasRelations: .flag(!outgoing.isEmpty || !incoming.isEmpty)
    case .hasDeletes: .flag(deletion.hasEffect)
    case .hasDeleted: .flag(!deletion.deleted.isEmpty)
    case .deleted: links(deletion.deleted)
    case .moreDeleted: more(deletion.deleted)
    case .hasCleared: .flag(!deletion.cleared.isEmpty)
    case .cleared: links(deletion.cleared)
    case .moreCleared: more(deletion.cleared)
    case .hasRefusing: .flag(!deletion.refusing.isEmpty)
    case .refusing: links(deletion.refusing)
    case .moreRefusing: more(deletion.refusing)
    case .diagram: diagram
    case .source: .bytes(scope.source(of: model.origin))
    case .swift: .bytes(swift)
    case .definitions: .list(dialects.map(definition))
    }
  }

  /// The greatest number of models for which a page has statements that nobody asked for.
  private static let mostDefined = 500

  private var dialects: [Dialect] {
    scope.options.dialects ?? (scope.selection.models.count > Self.mostDefined ? [] : [.sqlite])
  }

  private var incoming: [IncomingRelation] { scope.incoming[index] }

  /// The diagram of the model and its neighbors, if it has any.
  private var diagram: TemplateValue {
    let diagram = Diagram(scope.schema, around: index, incoming, scope.selection)
    guard !diagram.links.isEmpty else { return .null }
    return .view(scope.view(diagram, id: "igata-near-\(index)", title: "\(model.name) and the models beside it"))
  }

  /// Names with addresses on the page.
  private func links(_ list: FirstNames) -> TemplateValue {
    .list(list.names.map { Record(Self.linkShape, [.text($0), .text(DocsAnchor.address($0))]) })
  }

  /// The number of names that aren't shown, if there are any.
  private func more(_ list: FirstNames) -> TemplateValue {
    list.count > list.names.count ? .number(list.count - list.names.count) : .null
  }

  /// The statements that create the model's table and those of its lists.
  private func definition(in dialect: Dialect) -> Record {
    let tables = CreatedTables(scope.generation, [index])
    let statements = (0..<tables.count).flatMap { tables.definition($0, in: dialect.engine).statements }
    return Record(Self.definitionShape, [.text(dialect.title), .text(statements.joined(separator: "\n"))])
  }
}
