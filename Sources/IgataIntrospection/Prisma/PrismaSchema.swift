/// The blocks of all files of a Prisma schema, by their names.
package struct PrismaSchema {
  /// The models and the views.
  let models: [String: PrismaBlock]
  let enums: [String: PrismaBlock]
  /// What is no table, with the reason.
  let others: [String: String]
  /// The kind of the database: `postgresql`.
  package let provider: String
  /// Whether the database has foreign keys.
  let hasForeignKeys: Bool

  /// - Parameter files: The name and the text of each file.
  package init(_ files: [(name: String, text: String)]) throws(PrismaError) {
    var (models, enums, others) = ([String: PrismaBlock](), [String: PrismaBlock](), [String: String]())
    var source: PrismaBlock?
    var types: [String: PrismaLocation] = [:]
    for file in files {
      for block in try PrismaParser.blocks(of: file.text, file: file.name) {
        switch block.keyword {
        case "datasource": source = source ?? block
        case "generator": break
        default:
          if let first = types.updateValue(block.location, forKey: block.name) {
            throw PrismaError(
              block.location, "'\(block.name)' is declared twice, first in \(first.file):\(first.line)",
              help: "remove one of them, or give only the files of one schema")
          }
          switch block.keyword {
          case "enum": enums[block.name] = block
          case "type": others[block.name] = "it is a composite type of MongoDB"
          case _ where block.attributes.first("ignore") != nil: others[block.name] = "Prisma ignores it"
          default: models[block.name] = block
          }
        }
      }
    }
    (self.models, self.enums, self.others) = (models, enums, others)
    let provider = source?.settings["provider"]?.string ?? "postgresql"
    self.provider = provider == "postgres" || provider == "cockroachdb" ? "postgresql" : provider
    hasForeignKeys = source?.settings["relationMode"]?.string != "prisma"
    try check()
  }

  /// Whether a store can open the database.
  package var isOfKnownDatabase: Bool { ["postgresql", "sqlite"].contains(provider) }

  package var tableCount: Int { models.count }

  /// Where the tables are, for people, if the files say so; otherwise empty. A schema of models has no names of those
  /// of a database.
  package var reportOfSchemas: String {
    var models: [String: [String]] = [:]
    for block in self.models.values {
      if let schema = block.attributes.first("schema")?.text { models[schema, default: []].append(block.name) }
    }
    let names = models.keys.sorted()
    let text =
      switch names.count {
      case 0: ""
      case 1: "the tables are in the schema '\(names[0])', which comes first on the search path of a connection"
      default:
        "the tables are in several schemas, and a store opens those of one, which comes first on the search path: "
          + names.map { "'\($0)' (\((models[$0] ?? []).sorted().joined(separator: ", ")))" }.joined(separator: ", ")
          + "; keep the models of each in a file of their own"
      }
    return text.isEmpty ? "" : "igata: \(SchemaFile.oneLine(text))\n"
  }

  package var columnCount: Int { models.values.flatMap(\.fields).count { models[$0.type] == nil } }

  private static let scalars: Set = [
    "String", "Boolean", "Int", "BigInt", "Float", "Decimal", "DateTime", "Json", "Bytes",
  ]

  /// Checks what other names mean, so that a part of a schema isn't taken for all of it.
  private func check() throws(PrismaError) {
    var tables: [String: PrismaBlock] = [:]
    for block in models.values.sorted(by: { $0.name < $1.name }) {
      if let other = tables.updateValue(block, forKey: block.mappedName) {
        throw PrismaError(
          block.location, "'\(block.name)' has the table '\(block.mappedName)', which is also that of '\(other.name)'",
          help: "import the models of each schema of the database by themselves, or give the tables other names")
      }
      for field in block.fields where !field.isUnsupported {
        let name = field.type
        guard Self.scalars.contains(name) || models[name] != nil || enums[name] != nil || others[name] != nil else {
          throw PrismaError(
            field.location, "'\(field.name)' has the type '\(name)', which no file declares",
            help: "give all files of the schema, or their folder; or correct the name")
        }
        guard let target = models[name], let relation = field.attributes.first("relation") else { continue }
        for own in relation.fields("fields") { try checkColumn(own.name, of: block, relation) }
        for other in relation.fields("references") { try checkColumn(other.name, of: target, relation) }
      }
      for attribute in block.attributes where ["id", "unique", "index"].contains(attribute.name) {
        for part in attribute.fields("fields") where !part.name.contains(".") {
          try checkColumn(part.name, of: block, attribute)
        }
      }
    }
  }

  private func checkColumn(_ name: String, of block: PrismaBlock, _ attribute: PrismaAttribute) throws(PrismaError) {
    if let field = block.field(name), models[field.type] == nil { return }
    throw PrismaError(
      attribute.location, "'\(block.name)' has no field '\(name)' with a value",
      help: "correct the name, or add the field")
  }
}
