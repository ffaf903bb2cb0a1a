public import IgataDiagnostics
import IgataTables

/// The resolved schema as JSON, for external generators.
///
/// `"format"` is 2. It increases when the meaning of a key changes or a key is removed; keys can be added at any time.
/// Every key is always present, with the value `null` if there is none. Types, columns and fields are referred to by
/// name. Integers and decimals of the schema are written as strings, because they may be larger or more precise than
/// the numbers that JSON parsers support. The files are sorted by name, regardless of the order in which they were
/// given.
///
/// - Parameter files: The files of the run, in the order in which the schema's ranges index them.
public func schemaJSON(_ schema: Schema, files: [SourceFile]) -> [UInt8] {
  var bytes: [UInt8] = []
  writeSchemaJSON(schema, files: files) { bytes += $0 }
  return bytes
}

/// The content of ``schemaJSON(_:files:)`` as a value.
///
/// - Parameter files: The files of the run, in the order in which the schema's ranges index them.
public func schemaTree(_ schema: Schema, files: [SourceFile]) -> JSONTree {
  let document = SchemaDocument(schema, files: files)
  return JSONBuilder.tree { builder in
    for member in document.start { builder.key(member.key, member.value) }
    for list in document.lists { builder.key(list.name, .list((0..<list.count).map(list.element))) }
  }
}

/// Writes the text of ``schemaJSON(_:files:)`` in chunks, because the text is many times as large as the schema.
///
/// - Parameters:
///   - files: The files of the run, in the order in which the schema's ranges index them.
///   - output: Receives the next chunk of the text. If it throws, writing stops and the error is rethrown.
public func writeSchemaJSON<Fault: Error>(
  _ schema: Schema, files: [SourceFile], to output: ([UInt8]) throws(Fault) -> Void
) throws(Fault) {
  let pieceSize = 1 << 16
  let document = SchemaDocument(schema, files: files)
  var bytes: [UInt8] = [UInt8(ascii: "{")]
  for (index, member) in document.start.enumerated() {
    JSONTree.startItem(isFirst: index == 0, in: 0, &bytes)
    JSONText.append(member.key, to: &bytes)
    bytes += ": ".utf8
    member.value.print(at: 1, to: &bytes)
  }
  for list in document.lists {
    JSONTree.startItem(isFirst: false, in: 0, &bytes)
    JSONText.append(list.name, to: &bytes)
    bytes += ": [".utf8
    for index in 0..<list.count {
      JSONTree.startItem(isFirst: index == 0, in: 1, &bytes)
      list.element(index).print(at: 2, to: &bytes)
      guard bytes.count >= pieceSize else { continue }
      try output(bytes)
      bytes = []
    }
    JSONTree.end("]", isEmpty: list.count == 0, at: 1, in: &bytes)
  }
  JSONTree.end("}", isEmpty: false, at: 0, in: &bytes)
  try output(bytes + [UInt8(ascii: "\n")])
}

/// The parts of a schema's JSON: members, and lists of declarations, whose elements are created one at a time.
private struct SchemaDocument {
  struct List {
    let name: String
    let count: Int
    let element: (Int) -> JSONTree
  }

  let start: [JSONTree.Member]
  let lists: [List]

  init(_ schema: Schema, files: [SourceFile]) {
    let positions = SourcePositions(names: files.map(\.name), tables: files.map(LineTable.init))
    let incoming = schema.incomingRelations
    let columns = schema.distributionColumns
    let names = positions.names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    start = [
      JSONTree.Member(key: "format", value: .number(2)),
      JSONTree.Member(key: "files", value: .list(names.map { .text($0) })),
    ]
    lists = [
      List(name: "enums", count: schema.enums.count) { index in
        JSONBuilder.tree { $0.write(enumeration: index, schema, positions) }
      },
      List(name: "newtypes", count: schema.newtypes.count) { index in
        JSONBuilder.tree { $0.write(newtype: index, schema, positions) }
      },
      List(name: "structs", count: schema.structs.count) { index in
        JSONBuilder.tree { $0.write(schema.structs[index], schema, positions) }
      },
      List(name: "models", count: schema.models.count) { index in
        JSONBuilder.tree {
          $0.write(model: index, schema, incoming[index], distributedBy: columns[index], positions)
        }
      },
      List(name: "reserved", count: schema.reservedModels.count) { .text(schema.reservedModels[$0].name) },
    ]
  }
}

struct SourcePositions {
  var names: [String]
  var tables: [LineTable]
}

extension JSONBuilder {
  mutating func write(_ name: String, _ origin: Origin, _ positions: SourcePositions) {
    key("name", name)
    key("documentation", list: origin.documentation)
    guard positions.tables.indices.contains(origin.file) else { return key("position", String?.none) }
    let position = positions.tables[origin.file].position(at: origin.range.start)
    key("position") { writer in
      writer.key("file", positions.names[origin.file])
      writer.key("line", position.line)
      writer.key("column", position.column)
    }
  }

  fileprivate mutating func write(enumeration index: Int, _ schema: Schema, _ positions: SourcePositions) {
    let type = schema.enums[index]
    object { writer in
      writer.write(type.name, type.origin, positions)
      writer.key("rawType", type.rawType.name)
      writer.key("cases", list: type.cases) { $0.write($1, positions) }
      writer.key("reserved", list: type.reservedNames.map(\.name))
      writer.write(type.backfill, of: .enumeration(index), schema)
      writer.key("deprecated", type.deprecation)
      writer.key("allows", list: type.allowedRules)
    }
  }

  private mutating func write(_ item: EnumType.Case, _ positions: SourcePositions) {
    object { writer in
      writer.write(item.name, item.origin, positions)
      switch item.rawValue {
      case .string(let text): writer.key("rawValue", text)
      case .integer(let number): writer.key("rawValue", String(number))
      }
      writer.key("unknown", item.isUnknown)
      writer.key("renamedFrom", list: item.renamedFrom.map(\.text))
      writer.key("deprecated", item.deprecation)
    }
  }

  fileprivate mutating func write(newtype index: Int, _ schema: Schema, _ positions: SourcePositions) {
    let type = schema.newtypes[index]
    object { writer in
      writer.write(type.name, type.origin, positions)
      writer.key("base") { $0.write(type.base) }
      writer.key("constraints") { $0.write(type.constraints) }
      writer.key("swiftType", type.swiftType?.text)
      writer.key("swiftModule", type.swiftType?.moduleText)
      writer.write(type.backfill, of: .newtype(index), schema)
      writer.key("deprecated", type.deprecation)
      writer.key("allows", list: type.allowedRules)
    }
  }

  fileprivate mutating func write(_ type: StructType, _ schema: Schema, _ positions: SourcePositions) {
    object { writer in
      writer.write(type.name, type.origin, positions)
      writer.key("fields", list: type.fields) { $0.write($1, isInKey: false, schema, positions) }
      writer.key("reserved", list: type.reservedNames.map(\.name))
      writer.key("deprecated", type.deprecation)
    }
  }

  mutating func write(_ scalar: Scalar) {
    key("kind", "scalar")
    key("name", scalar.name)
    switch scalar {
    case .decimal(let precision?, let scale?):
      key("precision", precision)
      key("scale", scale)
    case .fixed, .currency: key("scale", String(scalar.scale))
    default: break
    }
  }

  mutating func write(_ type: ValueType, _ schema: Schema) {
    switch type {
    case .scalar(let scalar): write(scalar)
    case .enumeration(let index):
      key("kind", "enum")
      key("name", schema.enums[index].name)
      key("rawType", schema.enums[index].rawType.name)
    case .newtype(let index):
      key("kind", "newtype")
      key("name", schema.newtypes[index].name)
      key("base") { $0.write(schema.newtypes[index].base) }
    }
  }

  mutating func write(_ constraints: ValueConstraints) {
    key("minimumLength", constraints.minimumLength.map { String($0) })
    key("maximumLength", constraints.maximumLength.map { String($0) })
    key("minimum", constraints.minimum)
    key("maximum", constraints.maximum)
    key("excludesMaximum", constraints.excludesMaximum)
    key("pattern", constraints.pattern)
  }
}
