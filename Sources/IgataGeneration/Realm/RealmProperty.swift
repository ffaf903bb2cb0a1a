import IgataSchema
import IgataTemplateLanguage

/// The view of a field of a Realm class.
struct RealmProperty {
  let scope: RealmScope
  let field: Field
  let form: RealmScope.Form
  let stored: String
  let visible: String
  let given: String
  /// Whether the field is the primary key in Realm.
  let isKey: Bool

  var view: Record {
    Record([
      "documentation": scope.scope.documentation(documentation), "attribute": .text(attribute), "stored": .text(stored),
      "type": .text(storedType), "initialValue": .text(initialValue.map { " = " + $0 } ?? ""),
      "accessor": .optional(accessor), "reading": .optional(reading),
      "assignment": .optional(assignment), "checks": .texts(checks), "key": .text(SwiftLiteral.string(field.name)),
      "written": .optional(written),
    ])
  }

  private var documentation: [String] {
    guard let reason = field.deprecation else { return field.origin.documentation }
    let lines = field.origin.documentation
    return lines + (lines.isEmpty ? [] : [""]) + ["- Warning: Deprecated: \(reason)"]
  }

  // MARK: Keeping

  private var attribute: String {
    let persisted = "@" + scope.realm("Persisted")
    if isKey { return persisted + "(primaryKey: true)" }
    if case .toMany(let target, let inverse) = form {
      let origin = scope.modelNames[target].stored[inverse].filter { $0 != "`" }
      return persisted + "(originProperty: \(SwiftLiteral.string(origin)))"
    }
    return persisted + (field.isIndexed && isIndexable ? "(indexed: true)" : "")
  }

  private var url: String { scope.scope.typeNames.scalar(.url) }

  private var isIndexable: Bool {
    guard case .plain = form, case .value(let type, _) = field.kind else { return false }
    guard let base = scope.scope.base(of: type) else { return true }
    switch base.storage {
    case .bool, .integer, .text, .json, .date, .day, .uuid: return true
    case .real, .decimal, .data, .list: return false
    }
  }

  private var storedType: String {
    switch form {
    case .plain(let type, let isOptional): type + (isOptional ? "?" : "")
    case .open(let type, _), .owned(let type, _): type + "?"
    case .link(let isOptional): scope.scope.typeNames.scalar(.string) + (isOptional ? "?" : "")
    case .list(let element): "\(scope.realm("List"))<\(element)>"
    case .toOne(let target, _): scope.scope.modelType(target) + "?"
    case .toMany(let target, _): "\(scope.realm("LinkingObjects"))<\(scope.scope.modelType(target))>"
    case .ordered(let target): "\(scope.realm("List"))<\(scope.scope.modelType(target))>"
    }
  }

  private var initialValue: String? {
    switch form {
    case .plain, .open, .link, .list: scope.defaultExpression(field)
    case .owned, .toOne, .toMany, .ordered: nil
    }
  }

  private var accessor: Record? {
    var type = ""
    var optional = ""
    var isOwned = false
    var isMade = false
    var isModel = false
    switch form {
    case .plain, .list, .toMany, .ordered, .toOne(_, .required), .toOne(_, .optional): return nil
    case .open(let name, let isOptional):
      (type, optional) = (name, isOptional ? "?" : "")
    case .owned(let name, let isOptional):
      (type, optional, isOwned, isMade) = (name, isOptional ? "?" : "", true, !isOptional)
    case .link: (type, optional) = (url, "?")
    case .toOne(let target, .wrapper): (type, isMade, isModel) = (scope.scope.modelType(target), true, true)
    }
    var isLink = false
    if case .link = form { isLink = true }
    return Record([
      "name": .text(visible), "internal": .text(stored), "type": .text(type), "optional": .text(optional),
      "fallback": .text(fallback), "isOwned": .flag(isOwned), "isMade": .flag(isMade), "isModel": .flag(isModel),
      "isLink": .flag(isLink), "isOpen": .flag(!isOwned && !isModel && !isLink),
      "hasName": .text(SwiftIdentifier.prefixed("has", field.name)),
      "clearName": .text(SwiftIdentifier.prefixed("clear", field.name)),
    ])
  }

  private var fallback: String {
    switch form {
    case .open(_, let isOptional):
      if isOptional { return "nil" }
      guard case .value(.enumeration(let index), _) = field.kind,
        let unknown = scope.schema.enums[index].unknownCase
      else { return "nil" }
      return "." + SwiftIdentifier.caseValue(unknown, of: scope.schema.enums[index])
    case .owned(_, false): return scope.defaultExpression(field) ?? value(of: field.kind) + "()"
    default: return value(of: field.kind) + "()"
    }
  }

  /// The type of a field in an expression.
  private func value(of kind: FieldKind) -> String {
    switch kind {
    case .value(let type, _), .list(let type): scope.value(type)
    case .embedded(let index, _): scope.scope.structValue(index)
    case .toOne(let target, _, _), .inverse(let target, _, _), .ordered(let target): scope.scope.modelValue(target)
    }
  }

  // MARK: Dictionaries

  /// Whether a dictionary must contain the field.
  private var isRequired: Bool {
    if field.defaultValue != nil { return false }
    switch field.kind {
    case .value(_, let isOptional), .embedded(_, let isOptional): return !isOptional
    case .list: return true
    case .toOne(_, let kind, _): return kind == .required
    case .inverse, .ordered: return false
    }
  }

  private var reading: String? {
    let key = SwiftLiteral.string(field.name)
    let word = isRequired ? "required" : "value"
    func call(_ method: String, _ type: String) -> String {
      "let \(given) = try fields.\(method)(\(key), as: \(type).self)"
    }
    let type = value(of: field.kind)
    switch form {
    case .plain(_, let isOptional), .open(_, let isOptional), .owned(_, let isOptional):
      return call(isOptional ? "optional" : word, type)
    case .link(let isOptional): return call(isOptional ? "optional" : word, url)
    case .list: return call(isRequired ? "requiredList" : "list", type)
    case .toOne(_, .required): return call("required", type)
    case .toOne(_, .optional): return call("optional", type)
    case .toOne(_, .wrapper): return call("value", type)
    case .ordered: return call("list", type)
    case .toMany: return nil
    }
  }

  private var isOptional: Bool {
    switch form {
    case .plain(_, let isOptional), .open(_, let isOptional), .owned(_, let isOptional), .link(let isOptional):
      isOptional
    case .toOne(_, .optional): true
    default: false
    }
  }

  private var assignment: String? {
    let own = "self.\(visible)"
    switch form {
    case .toMany: return nil
    case .list, .ordered:
      let replacing = "RealmFields.replace(\(own), with: \(given))"
      return isRequired ? replacing : "if let \(given) { \(replacing) }"
    default:
      if isKey {
        return "if \(isRequired ? "" : "let \(given), ")self.realm == nil { \(own) = \(given) }"
      }
      return isRequired ? "\(own) = \(given)" : "if let \(given) { \(own) = \(given) }"
    }
  }

  private var written: String? {
    let own = "self.\(visible)"
    switch form {
    case .toMany: return nil
    // Values that can form cycles are passed unchanged.
    case .ordered: return "RealmFields.references(\(own))"
    case .toOne(_, .optional): return "RealmFields.reference(\(own))"
    case .list: return "RealmFields.written(list: \(own))"
    default: return "RealmFields.written(\(own))"
    }
  }

  /// The call that checks the field's value against its bounds.
  private var checks: [String] {
    guard isKey else { return [check].compactMap { $0 } }
    let own = "self.\(visible)"
    let isSame = isRequired ? "\(given) == \(own)" : "\(given) ?? \(own) == \(own)"
    let key = SwiftLiteral.string(field.name)
    return [check, "try fields.checkKey(\(key), mayBeSet: self.realm == nil || \(isSame))"].compactMap { $0 }
  }

  private var check: String? {
    guard reading != nil, let bounds = scope.schema.effectiveBounds(of: field), !bounds.isEmpty else { return nil }
    var value = given
    if isOptional { value += " ?? nil" }
    if case .list = form {
      return "try fields.check(\(SwiftLiteral.string(field.name)), count: \(given)\(isRequired ? "" : "?").count, "
        + bounds.arguments + ")"
    }
    return "try fields.check(\(SwiftLiteral.string(field.name)), \(value), \(bounds.arguments))"
  }
}
