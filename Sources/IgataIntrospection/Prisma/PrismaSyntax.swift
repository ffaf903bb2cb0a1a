/// A block of a Prisma file: a model, a view, an enum, or how the database is reached.
struct PrismaBlock {
  /// `model`, `view`, `type`, `enum`, `datasource` or `generator`.
  var keyword: String
  var name: String
  var documentation: [String] = []
  var fields: [PrismaField] = []
  /// The attributes of the whole block, without `@@`.
  var attributes: [PrismaAttribute] = []
  /// The assignments of a data source or a generator.
  var settings: [String: PrismaValue] = [:]
  var location: PrismaLocation

  /// The name in the database.
  var mappedName: String { attributes.first("map")?.text ?? name }

  func field(_ name: String) -> PrismaField? { fields.first { $0.name == name } }
}

/// A field of a model, or a value of an enum.
struct PrismaField {
  var name: String
  var type = ""
  /// Whether the type is `Unsupported("…")`, of which `type` is the text.
  var isUnsupported = false
  var isOptional = false
  var isList = false
  var documentation: [String] = []
  var attributes: [PrismaAttribute] = []
  var location: PrismaLocation

  /// The name of the column, or of the value, in the database.
  var mappedName: String { attributes.first("map")?.text ?? name }
}

/// `@name(arguments)`.
struct PrismaAttribute {
  /// Without `@`: `id`, `db.VarChar`.
  var name: String
  var arguments: [PrismaArgument] = []
  var location: PrismaLocation

  /// The argument with a label, or else the one without.
  func value(_ label: String, orUnlabeled: Bool = false) -> PrismaValue? {
    arguments.first { $0.label == label }?.value ?? (orUnlabeled ? arguments.first { $0.label == nil }?.value : nil)
  }

  /// The text that names something: `@map("…")`, `@relation("…")`.
  var text: String? { value("name", orUnlabeled: true)?.string }

  /// The names of a list of fields, with the direction of each: `[a, b(sort: Desc)]`.
  func fields(_ label: String) -> [(name: String, isDescending: Bool)] {
    let value = value(label, orUnlabeled: label == "fields" && name != "relation")
    guard case .list(let elements)? = value else { return [] }
    return elements.compactMap { element in
      switch element {
      case .name(let name): (name, false)
      case .call(let name, let arguments): (name, arguments.contains { $0.label == "sort" && $0.value.name == "Desc" })
      case .string, .number, .list: nil
      }
    }
  }
}

extension [PrismaAttribute] {
  func first(_ name: String) -> PrismaAttribute? { first { $0.name == name } }
}

struct PrismaArgument {
  var label: String?
  var value: PrismaValue
}

indirect enum PrismaValue {
  case string(String)
  /// As it is written.
  case number(String)
  case name(String)
  case call(String, [PrismaArgument])
  case list([PrismaValue])

  var string: String? { if case .string(let text) = self { text } else { nil } }
  var name: String? { if case .name(let name) = self { name } else { nil } }
}

/// Where something is in a Prisma file. Lines and columns count from 1.
struct PrismaLocation: Hashable {
  var file: String
  var line: Int
  var column: Int
}

/// Why a Prisma file can't be imported.
package struct PrismaError: Error, Hashable {
  let location: PrismaLocation
  let message: String
  /// How to fix it.
  package let help: String

  init(_ location: PrismaLocation, _ message: String, help: String) {
    self.location = location
    self.message = message
    self.help = help
  }

  /// `schema.prisma:3:5: the reason`.
  package var text: String {
    SchemaFile.oneLine("\(location.file):\(location.line):\(location.column): \(message)")
  }
}
