import IgataDiagnostics
import IgataSyntax

extension Resolution {
  /// Reads the attributes of models, structs and their fields.
  mutating func resolveAttributes() {
    for index in structs.indices {
      structs[index].attributes = read(structs[index].attributeSyntaxes, at: .structure)
      schema.structs[index].deprecation = structs[index].attributes.text(of: .deprecated)
      for field in structs[index].fields.indices {
        structs[index].fields[field].attributes = read(structs[index].fields[field].syntax.attributes, at: .structField)
      }
    }
    for index in models.indices {
      resolveModel(index)
      for field in models[index].fields.indices {
        models[index].fields[field].attributes = read(models[index].fields[field].syntax.attributes, at: .modelField)
      }
    }
  }

  private mutating func resolveModel(_ index: Int) {
    let attributes = read(models[index].attributeSyntaxes, at: .model)
    models[index].attributes = attributes
    if let table = attributes.text(of: .table) { schema.models[index].table = table }
    schema.models[index].renamedFrom = attributes.text(of: .renamed)
    schema.models[index].deprecation = attributes.text(of: .deprecated)
    schema.models[index].allowedRules = attributes.allowedRules
  }

  /// The attributes that are known, in the right place and given once, in their order.
  mutating func read(_ syntaxes: [AttributeSyntax], at place: AttributeKind.Place) -> [Attribute] {
    var attributes: [Attribute] = []
    for syntax in syntaxes {
      guard let kind = AttributeKind(rawValue: syntax.name.text) else {
        reportUnknown(syntax, at: place)
        continue
      }
      guard kind.places.contains(place) else {
        report(.wrongAttributePlace(syntax, kind, at: place))
        continue
      }
      if let first = attributes.first(where: { $0.kind == kind }) {
        report(.duplicateAttribute(syntax, kind, first: first.range))
        continue
      }
      let argument = readArgument(of: syntax, kind)
      attributes.append(Attribute(kind: kind, argument: argument, name: syntax.name.range, range: syntax.range))
    }
    return attributes
  }

  private mutating func reportUnknown(_ syntax: AttributeSyntax, at place: AttributeKind.Place) {
    let here = AttributeKind.allCases.filter { $0.places.contains(place) }.map(\.rawValue)
    let elsewhere = AttributeKind.allCases.map(\.rawValue)
    let proposal =
      proposal(for: syntax.name.text, among: here) ?? proposal(for: syntax.name.text, among: elsewhere)
    report(.unknownAttribute(syntax.name, nearest: proposal))
  }
}
