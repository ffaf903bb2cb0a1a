public import IgataDiagnostics

/// The resolved schema as JSON, for generators outside of this program.
///
/// `"format"` is 1, and grows when something here changes its meaning or goes away; keys may be added at any time.
/// Every key is there always, `null` where there is nothing to say. Types, columns and fields are given by name.
/// Whole numbers and decimals of the schema stand as text, as they may be larger and more exact than the numbers that
/// readers of JSON know. The files are in the order of their names, whatever order they were given in.
///
/// - Parameter files: The files of the run, in the order of the indexes that the schema's ranges hold.
public func schemaJSON(_ schema: Schema, files: [SourceFile]) -> String {
  let places = SourcePlaces(names: files.map(\.name), tables: files.map(LineTable.init))
  var writer = JSONWriter()
  writer.object { writer in
    writer.key("format", 1)
    writer.key("files", list: places.names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    writer.key("enums", list: schema.enums) { $0.write($1, places) }
    writer.key("newtypes", list: schema.newtypes) { $0.write($1, places) }
    writer.key("structs", list: schema.structs) { $0.write($1, schema, places) }
    writer.key("models", list: schema.models.indices) { $0.write(model: $1, schema, places) }
  }
  return writer.text + "\n"
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
      writer.key("fields", list: type.fields) { $0.write($1, schema, places) }
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
