import IgataDiagnostics
import IgataSyntax
import IgataTables

extension Resolution {
  /// Resolves the base and the constraints of every newtype.
  mutating func resolveNewtypes() {
    for (index, syntax) in newtypeSyntaxes.enumerated() {
      let name = syntax.name ?? NameSyntax(text: "", range: syntax.range)
      var base = syntax.base.flatMap { resolveBase($0, of: name) }
      let attributes = read(syntax.attributes, at: .newtype, base: base)
      if let known = base { base = applyPrecision(attributes, to: known, title: "type '\(name.text)'") }
      if base == nil, case .newtype(index)? = symbols[name.text] { symbols[name.text] = .broken }
      let constraints = base.map { resolveConstraints(attributes, .scalar($0)) }
      if let base { checkSwiftType(attributes, base) }
      newtypeAttributes.append(attributes)
      var type = Newtype(
        name: name.text, origin: Origin(name, syntax.documentation), base: base ?? .string,
        constraints: constraints ?? ValueConstraints(), swiftType: attributes.swiftType,
        deprecation: attributes.text(of: .deprecated))
      type.allowedRules = attributes.allowedRules
      schema.newtypes.append(type)
    }
  }

  /// Reports `@swift` on a `Fixed(scale:)`: the store calculates with such a type, whose scale is part of it.
  private mutating func checkSwiftType(_ attributes: [Attribute], _ base: Scalar) {
    guard case .fixed = base, let attribute = attributes.first(where: { $0.kind == .swift }) else { return }
    report(.inapplicableAttribute(attribute, needs: "another base, such as 'Int64'", found: "'\(base.text)'"))
  }

  /// The scalar that a newtype is based on. Other newtypes are rejected, so that a value has one set of constraints and
  /// one name in Swift, and so are enums and models, which already are separate types.
  private mutating func resolveBase(_ type: TypeReferenceSyntax, of name: NameSyntax) -> Scalar? {
    guard case .named(let baseName, let arguments, let range) = type else {
      report(.newtypeBase(type.range, of: name.text, because: "lists and optionals are declared at the field"))
      return nil
    }
    switch symbols[baseName.text] {
    case .builtIn(let type)?:
      return resolveScalar(type, baseName, arguments, range, mayBeFixed: true)
    case nil:
      if lacksDeclarations { return nil }
      let nearest = proposal(for: baseName.text, among: typeNames)
      report(.unknownType(baseName, in: "type '\(name.text)'", purpose: "to be based on", nearest: nearest))
    case .newtype?, .broken?:
      report(.newtypeBase(range, of: name.text, because: "'\(baseName.text)' is already a separate type"))
    case .enumeration?:
      report(.newtypeBase(range, of: name.text, because: "'\(baseName.text)' is an enum"))
    case .structure?:
      report(.newtypeBase(range, of: name.text, because: "'\(baseName.text)' is a struct"))
    case .model?:
      report(.newtypeBase(range, of: name.text, because: "'\(baseName.text)' is a model"))
    }
    return nil
  }

  /// A built-in type with its arguments.
  mutating func resolveScalar(
    _ type: Scalar, _ name: NameSyntax, _ arguments: [ArgumentSyntax]?, _ range: SourceRange, mayBeFixed: Bool
  ) -> Scalar? {
    switch type {
    case .decimal:
      guard let arguments else { return type }
      switch readPrecision(arguments) {
      case .valid(let precision, let scale): return .decimal(precision: precision, scale: scale)
      case .invalid: return nil
      case .malformed:
        let help = "write 'Decimal(12, 2)', or 'Decimal' for any"
        report(.typeArguments(range, "'Decimal' takes its digits and its decimal places", help: help))
        return nil
      }
    case .fixed:
      return resolveFixed(arguments, range, mayBeFixed: mayBeFixed)
    default:
      guard let arguments else { return type }
      if type == .string, arguments.count == 1, case .literal(let literal) = arguments[0].value,
        case .integer(let digits) = literal.value
      {
        let help = "bounds are attributes: 'String @length(...\(digits))'"
        report(.typeArguments(range, "'String' takes no arguments", help: help))
        return nil
      }
      report(.typeArguments(range, "'\(name.text)' takes no arguments", help: "write '\(name.text)'"))
      return nil
    }
  }

  private mutating func resolveFixed(
    _ arguments: [ArgumentSyntax]?, _ range: SourceRange, mayBeFixed: Bool
  ) -> Scalar? {
    guard let arguments, arguments.count == 1, arguments[0].has(.scale),
      case .literal(let literal) = arguments[0].value, case .integer(let digits) = literal.value
    else {
      report(.typeArguments(range, "'Fixed' takes its scale", help: "write 'Fixed(scale: 1000)'"))
      return nil
    }
    guard let scale = ExactNumber(digits).int64(), powerOfTen(scale) != nil else {
      report(.invalidScale(at: literal.range))
      return nil
    }
    if mayBeFixed { return .fixed(scale: scale) }
    report(.unnamedFixed(at: range, scale: scale))
    return nil
  }

  /// Applies `@precision` to a `Decimal`.
  mutating func applyPrecision(_ attributes: [Attribute], to scalar: Scalar, title: String) -> Scalar? {
    guard let attribute = attributes.first(where: { $0.kind == .precision }) else { return scalar }
    guard case .decimal(let precision, _) = scalar else {
      report(.inapplicableAttribute(attribute, needs: "a 'Decimal'", found: "'\(scalar.text)'"))
      return nil
    }
    guard case .precision(let newPrecision, let newScale) = attribute.argument else { return nil }
    if precision != nil {
      report(.doublePrecision(attribute, scalar))
      return nil
    }
    return .decimal(precision: newPrecision, scale: newScale)
  }
}
