import IgataSchema
import IgataTables

extension Proposals {
  /// The types of a field, or of the elements of a list.
  ///
  /// - Parameter isElement: Whether the type is one of elements, which structs can't be.
  mutating func completeTypes(isElement: Bool = false) {
    addScalars()
    let schema = snapshot.schema
    for type in schema.enums { add(type.name, .enumeration, type.origin, type.deprecation, detail: "enum", rank: 1) }
    for type in schema.newtypes {
      add(type.name, .newtype, type.origin, type.deprecation, detail: "type = \(type.base.text)", rank: 1)
    }
    let isInStruct = context.declaration?.keyword == "struct"
    if !isElement {
      let around = isInStruct ? structsAround(owner?.declaration) : []
      for (index, type) in schema.structs.enumerated() where !around.contains(index) {
        add(type.name, .structure, type.origin, type.deprecation, detail: "struct", rank: 1)
      }
    }
    guard !isInStruct else { return }
    for model in schema.models { add(model.name, .model, model.origin, model.deprecation, detail: "model", rank: 2) }
  }

  private mutating func add(
    _ name: String, _ kind: Completion.Kind, _ origin: Origin, _ deprecation: String?, detail: String, rank: Int
  ) {
    // A declaration that is written twice is proposed once, and the one at the location isn't a type yet.
    guard !name.isEmpty, origin.range != context.word else { return }
    let lines = origin.documentation
    add(
      name, kind, detail: detail, documentation: lines.isEmpty ? nil : lines.joined(separator: "\n"),
      isDeprecated: deprecation != nil, rank: rank)
  }

  /// The structs that a field of a struct can't have: itself, and those that contain it.
  private func structsAround(_ declaration: NameUse.Declaration?) -> Set<Int> {
    guard case .structure(let start)? = declaration else { return [] }
    var around: Set<Int> = [start]
    var remaining = [start]
    while let index = remaining.popLast(), snapshot.declared.usesOfStructs.indices.contains(index) {
      for field in snapshot.declared.usesOfStructs[index] {
        guard case .structure(let outer) = snapshot.declared.fields[field].owner, around.insert(outer).inserted else {
          continue
        }
        remaining.append(outer)
      }
    }
    return around
  }

  private mutating func addScalars() {
    for scalar in Scalar.allCases {
      switch scalar {
      case .fixed: continue
      case _ where scalar.canBeHidden && snapshot.declaration(named: scalar.name) != nil: continue
      case .decimal:
        add("Decimal", .scalar, detail: "exact decimal digits")
        add(
          "Decimal(12, 2)", .scalar, detail: "digits, and how many are decimal places",
          snippet: "Decimal(${1:12}, ${2:2})")
      default: add(scalar.name, .scalar, detail: scalar.detail)
      }
    }
  }

  /// The scalars that a newtype can be based on.
  mutating func completeBases() {
    addScalars()
    add(
      "Fixed", .scalar, detail: "an exact fixed-point number", text: "Fixed(scale: 1000)",
      snippet: "Fixed(scale: ${1:1000})")
  }

  /// The raw types of an enum.
  mutating func completeRawTypes() {
    guard context.declaration?.keyword == "enum", !context.isInBody else { return }
    for scalar in EnumType.rawTypes { add(scalar.name, .scalar, detail: scalar.detail) }
  }
}

extension Scalar {
  /// What values it holds, in a few words.
  var detail: String {
    switch self {
    case .bool: "true or false"
    case .int16, .int32, .int64, .int: "a whole number"
    case .float, .double: "a floating-point number"
    case .decimal: "exact decimal digits"
    case .currency: "an amount with three decimal places"
    case .fixed: "an exact fixed-point number"
    case .string: "text"
    case .data: "bytes"
    case .date: "a point in time, in microseconds"
    case .day: "a day without a time"
    case .uuid: "a unique identifier"
    case .url: "a URL"
    case .json: "a JSON value"
    }
  }
}
