public import IgataDiagnostics

/// The resolved schema as JSON, for generators outside of this program.
///
/// `"format"` is 1, and grows when something here changes its meaning or goes away; keys may be added at any time.
/// Every key is there always, `null` where there is nothing to say. Types, columns and fields are given by name.
/// Whole numbers and decimals of the schema stand as text, as they may be larger and more exact than the numbers that
/// readers of JSON know. The files are in the order of their names, whatever order they were given in.
///
/// - Parameter files: The files of the run, in the order of the indexes that the schema's ranges hold.
public func schemaJSON(_ schema: Schema, files: [SourceFile]) -> [UInt8] {
  var bytes: [UInt8] = []
  writeSchemaJSON(schema, files: files) { bytes += $0 }
  return bytes
}

/// Writes what ``schemaJSON(_:files:)`` gives, in pieces: the text is many times as large as the schema.
///
/// - Parameters:
///   - files: The files of the run, in the order of the indexes that the schema's ranges hold.
///   - output: Takes the next piece of the text. What it throws ends the writing.
public func writeSchemaJSON<Fault: Error>(
  _ schema: Schema, files: [SourceFile], to output: ([UInt8]) throws(Fault) -> Void
) throws(Fault) {
  let places = SourcePlaces(names: files.map(\.name), tables: files.map(LineTable.init))
  let incoming = schema.incomingRelations
  let columns = schema.distributionColumns
  var writer = JSONWriter()
  writer.begin("{")
  writer.key("format", 1)
  writer.key("files", list: places.names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  try writer.write("enums", schema.enums, to: output) { $0.write($1, places) }
  try writer.write("newtypes", schema.newtypes, to: output) { $0.write($1, places) }
  try writer.write("structs", schema.structs, to: output) { $0.write($1, schema, places) }
  try writer.write("models", schema.models.indices, to: output) {
    $0.write(model: $1, schema, incoming[$1], spreadBy: columns[$1], places)
  }
  writer.end("}")
  try output(writer.take() + [UInt8(ascii: "\n")])
}

extension JSONWriter {
  /// How many bytes make a piece.
  private static let pieceSize = 1 << 16

  /// Writes a list, and gives away what there is whenever that is a piece.
  fileprivate mutating func write<Elements: Sequence, Fault: Error>(
    _ name: String, _ elements: Elements, to output: ([UInt8]) throws(Fault) -> Void,
    _ element: (inout JSONWriter, Elements.Element) -> Void
  ) throws(Fault) {
    beginList(name)
    for item in elements {
      startItem()
      element(&self, item)
      if bytes.count >= Self.pieceSize { try output(take()) }
    }
    end("]")
  }
}

struct SourcePlaces {
  var names: [String]
  var tables: [LineTable]
}

extension JSONWriter {
  mutating func write(_ name: String, _ origin: Origin, _ places: SourcePlaces) {
    key("name", name)
    key("documentation", list: origin.documentation)
    guard places.tables.indices.contains(origin.file) else { return key("position", String?.none) }
    let position = places.tables[origin.file].position(at: origin.range.start)
    key("position") { writer in
      writer.key("file", places.names[origin.file])
      writer.key("line", position.line)
      writer.key("column", position.column)
    }
  }

  fileprivate mutating func write(_ type: EnumType, _ places: SourcePlaces) {
    object { writer in
      writer.write(type.name, type.origin, places)
      writer.key("rawType", type.rawType.rawValue)
      writer.key("cases", list: type.cases) { $0.write($1, places) }
      writer.key("deprecated", type.deprecation)
    }
  }

  private mutating func write(_ item: EnumType.Case, _ places: SourcePlaces) {
    object { writer in
      writer.write(item.name, item.origin, places)
      switch item.rawValue {
      case .string(let text): writer.key("rawValue", text)
      case .integer(let number): writer.key("rawValue", String(number))
      }
      writer.key("unknown", item.isUnknown)
      writer.key("deprecated", item.deprecation)
    }
  }

  fileprivate mutating func write(_ type: Newtype, _ places: SourcePlaces) {
    object { writer in
      writer.write(type.name, type.origin, places)
      writer.key("base") { $0.write(type.base) }
      writer.key("constraints") { $0.write(type.constraints) }
      writer.key("deprecated", type.deprecation)
    }
  }

  fileprivate mutating func write(_ type: StructType, _ schema: Schema, _ places: SourcePlaces) {
    object { writer in
      writer.write(type.name, type.origin, places)
      writer.key("fields", list: type.fields) { $0.write($1, isInKey: false, schema, places) }
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
    case .fixed(let scale): key("scale", String(scale))
    case .currency: key("scale", "1000")
    default: break
    }
  }

  mutating func write(_ type: ValueType, _ schema: Schema) {
    switch type {
    case .scalar(let scalar): write(scalar)
    case .enumeration(let index):
      key("kind", "enum")
      key("name", schema.enums[index].name)
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
