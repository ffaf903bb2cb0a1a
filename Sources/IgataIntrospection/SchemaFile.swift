internal import IgataDiagnostics
package import IgataSchema
internal import IgataSyntax
internal import IgataTables

/// The text of a schema, and what each of its lines belongs to.
package struct SchemaFile {
  /// What a line of a model describes.
  enum Part: Hashable {
    case whole
    /// A line of a key, of a unique constraint or of an index.
    case member(Member)
    case field(Int)
    /// A line of an enum, by its name.
    case enumeration(String)

    var isOfModel: Bool { if case .enumeration = self { false } else { true } }
  }

  enum Member: Hashable {
    case key
    case unique(Int)
    case index(Int)
  }

  private(set) var lines: [String] = []
  /// The model and the part of each line; `nil` for a line of none.
  private(set) var owners: [(model: Int, part: Part)?] = []
  private let schema: IntrospectedSchema
  private let members: MemberLines

  /// - Parameter heading: The lines at the beginning, without `//`.
  package init(_ schema: IntrospectedSchema, _ names: NamingRules, heading: [String] = []) {
    self.schema = schema
    members = MemberLines(schema: schema, rules: names)
    for text in heading { add("// " + text) }
    writeEnums()
    for index in schema.models.indices { write(index) }
  }

  var text: String { lines.map { $0 + "\n" }.joined() }

  /// The text in the canonical layout.
  package var formatted: String { format(parse(source, file: 0).tree) }

  var source: SourceFile { SourceFile(name: "introspected.igata", text: text) }

  private mutating func add(_ line: String, _ owner: (Int, Part)? = nil) {
    lines.append(line)
    owners.append(owner)
  }

  private mutating func writeEnums() {
    var users: [String: Int] = [:]
    for (index, model) in schema.models.enumerated() {
      for case .value(let type) in model.fields.map(\.kind) where users[type.elementType] == nil {
        users[type.elementType] = index
      }
    }
    for (_, declared) in schema.enums {
      guard let user = users[declared.name] else { continue }
      if !lines.isEmpty { add("") }
      for line in declared.lines() { add(line, (user, .enumeration(declared.name))) }
    }
  }

  private mutating func write(_ index: Int) {
    let model = schema.models[index]
    if !lines.isEmpty { add("") }
    for line in model.documentation { add(Self.documentation(line), (index, .whole)) }
    let table = members.rules.table(of: model.name) == model.table ? "" : " @table(\(stringLiteral(model.table)))"
    let attributes = table + (schema.isExternal ? " @external" : "") + (model.isReadOnly ? " @readOnly" : "")
    add("model \(nameText(model.name))\(attributes) {", (index, .whole))
    for number in model.fields.indices {
      for line in model.fields[number].documentation { add("  " + Self.documentation(line), (index, .field(number))) }
      add("  " + members.field(number, of: model), (index, .field(number)))
    }
    writeMembers(of: index, model)
    add("}")
  }

  private mutating func writeMembers(of index: Int, _ model: IntrospectedModel) {
    var lines: [(Member, String)] = []
    if let line = members.key(of: model) { lines.append((.key, line)) }
    for (number, unique) in model.uniques.enumerated() where model.uniqueField(unique) == nil {
      lines.append((.unique(number), members.unique(unique, of: model)))
    }
    for (number, parts) in model.indexes.enumerated() where !model.hasIndexAttribute(number) {
      // A foreign key has an index anyway.
      if case .relation? = model.loneField(of: parts.map(\.column)).map({ model.fields[$0].kind }) { continue }
      lines.append((.index(number), members.index(parts, of: model)))
    }
    if !lines.isEmpty { add("") }
    for (member, text) in lines { add("  " + text, (index, .member(member))) }
  }

  /// The lines of a model.
  func lines(ofModel index: Int) -> [String] {
    guard let first = owners.firstIndex(where: { $0?.model == index && $0?.part.isOfModel == true }) else { return [] }
    return Array(lines[first...].prefix { $0 != "}" }) + ["}"]
  }

  static func documentation(_ line: String) -> String {
    let text = oneLine(line)
    return text.allSatisfy(\.isWhitespace) ? "///" : "/// " + text
  }

  /// Names of a database may have any characters.
  package static func oneLine(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned: " "
      default: scalar
      }
    }))
  }
}
