// Written by the tests from the .mustache files (UPDATE_GOLDENS=1). Edit those, not this file.

extension BuiltInTemplates {
  static let embedded: [(name: String, text: String)] = [
    (
      "realm/accessor",
      ##"""
{{#isOpen}}
/// What `{{internal}}` holds, where that is known.
{{names.access}}var {{name}}: {{type}}{{optional}} {
  get { {{internal}} ?? {{fallback}} }
  set { {{internal}} = newValue }
}
{{/isOpen}}
{{#isLink}}
/// What `{{internal}}` leads to, if it is an address.
{{names.access}}var {{name}}: {{type}}? {
  get { RealmFields.url({{internal}}) }
  set { RealmFields.set(&{{internal}}, newValue) }
}
{{/isLink}}
{{#isMade}}
/// What `{{internal}}` holds: made where it is nothing, and kept if the object may be changed.
{{names.access}}var {{name}}: {{type}} {
  get {
    if let {{internal}} { return {{internal}} }
    let made = {{fallback}}
    if RealmFields.mayChange(self) { self.{{internal}} = made }
    return made
  }
  set { self.{{internal}} = {{#isOwned}}RealmFields.copy(newValue){{/isOwned}}{{^isOwned}}newValue{{/isOwned}} }
}
{{/isMade}}
{{^isMade}}
{{#isOwned}}
/// What `{{internal}}` holds; what is set is copied, as an embedded object has one owner.
{{names.access}}var {{name}}: {{type}}? {
  get { self.{{internal}} }
  set { self.{{internal}} = newValue.map { RealmFields.copy($0) } }
}
{{/isOwned}}
{{/isMade}}
{{#isModel}}

/// Whether `{{internal}}` holds anything.
{{names.access}}var {{hasName}}: Bool { self.{{internal}} != nil }

/// Lets go of what `{{internal}}` holds.
{{names.access}}func {{clearName}}() { self.{{internal}} = nil }
{{/isModel}}

"""##
    ),
    (
      "realm/currency",
      ##"""
/// An exact number with a fixed count of decimal places, kept as a whole number of units.
{{names.access}}protocol RealmFixedPoint: RealmCopyable, RealmValue {
  /// How many units make a whole.
  static var scale: Int64 { get }
  /// The value × `scale`.
  var savedValue: Int64 { get set }
}

extension RealmFixedPoint {
  /// Whole units; fails where they are too many.
  {{names.access}}init(int64 whole: Int64) throws {
    let (units, overflows) = whole.multipliedReportingOverflow(by: Self.scale)
    if overflows { throw RealmConversionError(expected: Self.expectation, found: "\(whole)") }
    self.init()
    savedValue = units
  }

  /// The number, exactly; fails where it has more places, or does not fit.
  {{names.access}}init(decimal: {{names.Decimal}}) throws {
    var product = decimal * {{names.Decimal}}(Self.scale)
    var whole = {{names.Decimal}}()
    NSDecimalRound(&whole, &product, 0, .plain)
    guard whole == product, let units = Int64(whole.description) else {
      throw RealmConversionError(expected: Self.expectation, found: "\(decimal)")
    }
    self.init()
    savedValue = units
  }

  /// The number.
  {{names.access}}var decimal: {{names.Decimal}} { {{names.Decimal}}(savedValue) / {{names.Decimal}}(Self.scale) }

  {{names.access}}var written: Any { decimal }

  {{names.access}}var number: {{names.Decimal}}? { decimal }

  {{names.access}}static var expectation: String { "a number in units of 1/\(scale)" }

  {{names.access}}static func read(_ value: Any) throws -> Self? {
    if let value = value as? Self { return value }
    if let value = RealmFields.integer(value) { return try Self(int64: value) }
    if let value = value as? {{names.Decimal}} { return try Self(decimal: value) }
    guard let text = value as? String, let value = RealmFields.decimal(text) else { return nil }
    return try Self(decimal: value)
  }
}

/// An amount of money, exact to the thousandth.
{{names.access}}final class Currency: {{names.EmbeddedObject}}, RealmFixedPoint {
  {{names.access}}static var scale: Int64 { 1000 }

  /// The amount × 1000.
  @{{names.Persisted}} {{names.access}}var savedValue: Int64 = 0

  {{names.access}}convenience init(savedValue: Int64) {
    self.init()
    self.savedValue = savedValue
  }
}

"""##
    ),
    (
      "realm/enum",
      ##"""
{{>swift/documentation}}
{{names.access}}enum {{name}}: {{rawType}}, {{names.PersistableEnum}}, RealmValue {
{{#cases}}
  {{>swift/documentation}}
  case {{declaration}}
{{/cases}}
{{$enumMembers}}
{{/enumMembers}}
}

"""##
    ),
    (
      "realm/fields",
      ##"""
/// Why a dictionary does not make an object.
{{names.access}}struct RealmConversionError: {{names.Error}}, CustomStringConvertible {
  {{names.access}}var model = ""
  {{names.access}}var field = ""
  {{names.access}}var expected: String
  {{names.access}}var found: String

  {{names.access}}var description: String { "\(model).\(field): expected \(expected), found \(found)" }
}

/// Reads a dictionary strictly, and names model and field where it can't.
{{names.access}}struct RealmFields {
  /// How deep dictionaries and lists may lie in each other.
  private static let deepest = 64

  private let dictionary: [String: Any]
  private let model: String

  init(_ dictionary: [String: Any], of model: String, _ keys: Set<String>) throws {
    self.dictionary = dictionary
    self.model = model
    if let unknown = dictionary.keys.filter({ !keys.contains($0) }).min() {
      throw error(unknown, expected: "one of \(keys.sorted().joined(separator: ", "))", found: "this key")
    }
    var layer: [Any] = Array(dictionary.values)
    for _ in 0..<Self.deepest where !layer.isEmpty {
      layer = layer.flatMap { ($0 as? [String: Any]).map { Array($0.values) } ?? ($0 as? [Any]) ?? [] }
    }
    if !layer.isEmpty { throw error("", expected: "at most \(Self.deepest) layers", found: "more") }
  }

  private func error(_ key: String, expected: String, found: String) -> RealmConversionError {
    RealmConversionError(model: model, field: key, expected: expected, found: found)
  }

  /// A value that may be missing.
  func value<T: RealmValue>(_ key: String, as type: T.Type) throws -> T? {
    guard let value = dictionary[key] else { return nil }
    return try read(value, key, type)
  }

  /// A value that may be missing, or be null.
  func optional<T: RealmValue>(_ key: String, as type: T.Type) throws -> T?? {
    guard let value = dictionary[key] else { return nil }
    return value is NSNull ? .some(nil) : .some(try read(value, key, type))
  }

  func required<T: RealmValue>(_ key: String, as type: T.Type) throws -> T {
    guard let value = dictionary[key] else { throw error(key, expected: T.expectation, found: "nothing") }
    return try read(value, key, type)
  }

  func list<T: RealmValue>(_ key: String, as type: T.Type) throws -> [T]? {
    guard let value = dictionary[key] else { return nil }
    guard let elements = value as? [Any] else {
      throw error(key, expected: "a list", found: "\(Swift.type(of: value))")
    }
    return try elements.map { try read($0, key, type) }
  }

  func requiredList<T: RealmValue>(_ key: String, as type: T.Type) throws -> [T] {
    guard let list = try list(key, as: type) else { throw error(key, expected: "a list", found: "nothing") }
    return list
  }

  private func read<T: RealmValue>(_ value: Any, _ key: String, _ type: T.Type) throws -> T {
    do {
      if let result = try T.read(value) { return result }
    } catch var error as RealmConversionError {
      error.field = error.field.isEmpty ? key : "\(key).\(error.field)"
      error.model = model
      throw error
    }
    throw error(key, expected: T.expectation, found: value is NSNull ? "null" : "\(Swift.type(of: value))")
  }

  // MARK: Bounds

  /// Realm ends the process where the key of an object changes that it has.
  func checkKey(_ key: String, mayBeSet: Bool) throws {
    if !mayBeSet { throw error(key, expected: "the key that the object has", found: "another") }
  }

  func check<T: RealmValue>(
    _ key: String, _ value: T?, minimumLength: Int? = nil, maximumLength: Int? = nil, minimum: String? = nil,
    maximum: String? = nil, excludesMaximum: Bool = false, pattern: String? = nil
  ) throws {
    guard let value else { return }
    try check(key, count: value.length, minimumLength: minimumLength, maximumLength: maximumLength)
    if let number = value.number {
      if let minimum, let bound = Self.decimal(minimum), number < bound {
        throw error(key, expected: "at least \(minimum)", found: "\(number)")
      }
      if let maximum, let bound = Self.decimal(maximum), number > bound || excludesMaximum && number == bound {
        throw error(key, expected: "\(excludesMaximum ? "less than" : "at most") \(maximum)", found: "\(number)")
      }
    }
    if let pattern, let text = value.written as? String,
      text.range(of: "^(?:\(pattern))$", options: .regularExpression) == nil
    {
      throw error(key, expected: "text like \(pattern)", found: "another")
    }
  }

  func check(_ key: String, count: Int?, minimumLength: Int? = nil, maximumLength: Int? = nil) throws {
    guard let count else { return }
    if let minimumLength, count < minimumLength {
      throw error(key, expected: "a length of at least \(minimumLength)", found: "\(count)")
    }
    if let maximumLength, count > maximumLength {
      throw error(key, expected: "a length of at most \(maximumLength)", found: "\(count)")
    }
  }

  // MARK: Values

  static func integer(_ value: Any) -> Int64? {
    switch value {
    case is Bool: nil
    case let value as Int64: value
    case let value as any BinaryInteger: Int64(exactly: value)
    default: nil
    }
  }

  static func decimal(_ text: String) -> {{names.Decimal}}? {
    text.isEmpty || text.contains { !"0123456789.-+eE".contains($0) }
      ? nil : {{names.Decimal}}(string: text, locale: Locale(identifier: "en_US_POSIX"))
  }

  static func url(_ text: String?) -> {{names.URL}}? { text.flatMap { {{names.URL}}(string: $0) } }

  static func set(_ text: inout String?, _ url: {{names.URL}}?) { text = url?.absoluteString }

  static func set(_ text: inout String, _ url: {{names.URL}}?) { text = url?.absoluteString ?? "" }

  static func list<T: RealmCollectionValue>(_ elements: [T]) -> {{names.List}}<T> {
    let list = {{names.List}}<T>()
    list.append(objectsIn: elements)
    return list
  }

  static func replace<T: RealmCollectionValue>(_ list: {{names.List}}<T>, with elements: [T]) {
    list.removeAll()
    list.append(objectsIn: elements)
  }

  /// An embedded object has one owner, so whoever sets one gets a copy.
  static func copy<T: RealmCopyable>(_ object: T) -> T { T(value: object) }

  /// Whether reading may make what is not there: an object of a Realm changes in transactions alone.
  static func mayChange(_ object: {{names.Object}}) -> Bool {
    !object.isInvalidated && (object.realm?.isInWriteTransaction ?? true)
  }

  static func mayChange(_ object: {{names.EmbeddedObject}}) -> Bool {
    !object.isInvalidated && (object.realm?.isInWriteTransaction ?? true)
  }

  static func written<T: RealmValue>(_ value: T?) -> Any { value.map { $0.written } ?? NSNull() }

  static func written<T: RealmValue & RealmCollectionValue>(list: {{names.List}}<T>) -> Any {
    var values: [Any] = []
    for element in list { values.append(element.written) }
    return values
  }

  /// An object that may be part of a circle stands in a dictionary as it is.
  static func reference<T: RealmDataStructure>(_ object: T?) -> Any { object.map { $0 as Any } ?? NSNull() }

  static func references<T: RealmDataStructure>(_ list: {{names.List}}<T>) -> Any {
    var objects: [Any] = []
    for object in list { objects.append(object) }
    return objects
  }
}

"""##
    ),
    (
      "realm/file",
      ##"""
{{$header}}
// Generated by igata from {{source}}. Edit the schema, not this file.
{{/header}}

{{$imports}}
import Foundation
import RealmSwift
{{/imports}}
{{#enums}}

{{>realm/enum}}
{{/enums}}
{{#newtypes}}

{{>swift/documentation}}
{{names.access}}typealias {{name}} = {{base}}
{{/newtypes}}
{{#fixedPoints}}

{{>realm/fixed-point}}
{{/fixedPoints}}
{{#structs}}

{{>realm/struct}}
{{/structs}}
{{#models}}

{{>realm/model}}
{{/models}}
{{$footer}}
{{/footer}}

"""##
    ),
    (
      "realm/fixed-point",
      ##"""
{{>swift/documentation}}
{{names.access}}final class {{name}}: {{names.EmbeddedObject}}, RealmFixedPoint {
  /// How many units make a whole.
  {{names.access}}static var scale: Int64 { {{scale}} }

  /// The value × `scale`.
  @{{names.Persisted}} {{names.access}}var savedValue: Int64 = 0

  {{names.access}}convenience init(savedValue: Int64) {
    self.init()
    self.savedValue = savedValue
  }
}

"""##
    ),
    (
      "realm/members",
      ##"""
{{#properties}}
{{#accessor}}

{{>realm/accessor}}
{{/accessor}}
{{/properties}}

/// Takes the values of a dictionary, all or none: what is missing stays as it is, unless it is required.
{{names.access}}func convert(dictionary: [String: Any]) throws {
  let fields = try RealmFields(
    dictionary, of: "{{name}}",
    [
{{#keys}}
      {{.}}
{{/keys}}
    ])
{{#properties}}
{{#reading}}
  {{reading}}
{{/reading}}
{{#checks}}
  {{.}}
{{/checks}}
{{/properties}}
{{#properties}}
{{#assignment}}
  {{assignment}}
{{/assignment}}
{{/properties}}
}

/// The values as a dictionary.
{{names.access}}func convert() -> [String: Any] {
  var dictionary: [String: Any] = [:]
{{#properties}}
{{#written}}
  dictionary[{{key}}] = {{written}}
{{/written}}
{{/properties}}
  return dictionary
}

"""##
    ),
    (
      "realm/model",
      ##"""
{{>swift/documentation}}
{{names.access}}final class {{name}}: {{names.Object}}, RealmDataStructure {
{{#compoundKey}}
  /// The key of several properties, or of one that Realm can't keep as a key; made when the object is saved.
  @{{names.Persisted}}(primaryKey: true) {{names.access}}var {{compoundKey}}: String
{{/compoundKey}}
{{#properties}}
  {{>realm/property}}
{{/properties}}
  {{>realm/members}}

  {{names.access}}var keyText: String { {{keyText}} }

{{#isPrepared}}
  {{names.access}}func prepareForSaving(_ keys: RealmKeys) {
{{#steps}}
    {{.}}
{{/steps}}
{{#compoundKey}}
    if self.realm == nil { self.{{compoundKey}} = keyText }
{{/compoundKey}}
  }
{{/isPrepared}}
{{^isPrepared}}
  {{names.access}}func prepareForSaving(_ keys: RealmKeys) {}
{{/isPrepared}}
{{#hasRelated}}

  {{names.access}}var relatedObjects: [any RealmDataStructure] {
    var objects: [any RealmDataStructure] = []
{{#related}}
    if let object = self.{{.}} { objects.append(object) }
{{/related}}
{{#relatedLists}}
    for object in self.{{.}} { objects.append(object) }
{{/relatedLists}}
    return objects
  }
{{/hasRelated}}
{{^hasRelated}}

  {{names.access}}var relatedObjects: [any RealmDataStructure] { [] }
{{/hasRelated}}
{{#hasReferrers}}

  {{names.access}}func referrers(in realm: {{names.Realm}}) -> [RealmReferrers] {
    [
{{#referrers}}
      RealmReferrers({{model}}.self, {{property}}, {{rule}}, to: self, in: realm){{^isLast}},{{/isLast}}
{{/referrers}}
    ]
  }
{{/hasReferrers}}
{{^hasReferrers}}

  {{names.access}}func referrers(in realm: {{names.Realm}}) -> [RealmReferrers] { [] }
{{/hasReferrers}}
{{#isSensitive}}

  // Descriptions leave out what is sensitive.
  {{names.access}}override var description: String { "{{name}}(…)" }
{{/isSensitive}}
{{$modelMembers}}
{{/modelMembers}}
}

"""##
    ),
    (
      "realm/property",
      ##"""
{{>swift/documentation}}
{{attribute}} {{names.access}}var {{stored}}: {{type}}{{initialValue}}

"""##
    ),
    (
      "realm/store",
      ##"""
/// Keeps models of any kind in a Realm, and names none of them.
{{names.access}}final class RealmStore {
  private let configuration: {{names.Realm}}.Configuration

  {{names.access}}init(configuration: {{names.Realm}}.Configuration = .defaultConfiguration) {
    self.configuration = configuration
  }

  /// Fills a new object from a dictionary and saves it.
  {{names.access}}func save<T: RealmDataStructure>(data: [String: Any], structure: T) throws {
    try structure.convert(dictionary: data)
    try save(structure)
  }

  /// Saves an object with what it relates to, in one transaction; one with the same key is replaced.
  {{names.access}}func save<T: RealmDataStructure>(_ object: T) throws {
    let realm = try {{names.Realm}}(configuration: configuration)
    try realm.write {
      let keys = RealmKeys(realm)
      var objects: [any RealmDataStructure] = [object]
      var seen: Set<ObjectIdentifier> = [ObjectIdentifier(object)]
      var next = 0
      while next < objects.count {
        for related in objects[next].relatedObjects
        where related.realm == nil && seen.insert(ObjectIdentifier(related)).inserted {
          objects.append(related)
        }
        next += 1
      }
      for object in objects.reversed() { object.prepareForSaving(keys) }
      realm.add(object, update: .modified)
    }
  }

  /// All objects of a kind, as dictionaries.
  {{names.access}}func load<T: RealmDataStructure>(structure: T) throws -> [[String: Any]] {
    try load(T.self).map { $0.convert() }
  }

  /// All objects of a kind.
  {{names.access}}func load<T: RealmDataStructure>(_ type: T.Type) throws -> [T] {
    let realm = try {{names.Realm}}(configuration: configuration)
    var objects: [T] = []
    for object in realm.objects(type) { objects.append(object) }
    return objects
  }

  /// The object with a key, if there is one.
  {{names.access}}func find<T: RealmDataStructure, Key>(_ type: T.Type, key: Key) throws -> T? {
    try {{names.Realm}}(configuration: configuration).object(ofType: type, forPrimaryKey: key)
  }

  /// Deletes an object that was saved, and what the schema wants to go with it.
  {{names.access}}func delete<T: RealmDataStructure>(_ object: T) throws {
    guard let realm = object.realm else { return }
    try realm.write {
      var doomed: [any RealmDataStructure] = [object]
      var seen: Set<{{names.Object}}> = [object]
      var refused: [(any RealmDataStructure, RealmReferrers)] = []
      var next = 0
      while next < doomed.count {
        for referrers in doomed[next].referrers(in: realm) {
          switch referrers.rule {
          case .cascade:
            for object in referrers.objects where seen.insert(object).inserted { doomed.append(object) }
          case .restrict: for object in referrers.objects { refused.append((object, referrers)) }
          // Realm lets go of what is deleted by itself.
          case .nullify, .noAction: break
          }
        }
        next += 1
      }
      if let (_, referrers) = refused.first(where: { !seen.contains($0.0) }) {
        throw RealmConversionError(
          model: referrers.model, field: referrers.property, expected: "no object that relates to what is deleted",
          found: "one")
      }
      for object in doomed.reversed() { realm.delete(object) }
    }
  }
}

/// Makes what objects get when they are saved.
{{names.access}}final class RealmKeys {
  /// The time of the transaction.
  {{names.access}}let now = {{names.Date}}()
  private let realm: {{names.Realm}}
  private var last: [ObjectIdentifier: Int64] = [:]

  init(_ realm: {{names.Realm}}) { self.realm = realm }

  /// The number behind the largest that any object of the kind has.
  {{names.access}}func next<T: {{names.Object}}>(of type: T.Type, _ property: String) -> Int64 {
    let largest = last[ObjectIdentifier(type)] ?? (realm.objects(type).max(ofProperty: property) as Int64?) ?? 0
    let (next, overflows) = max(largest, 0).addingReportingOverflow(1)
    last[ObjectIdentifier(type)] = next
    return overflows ? 0 : next
  }

  /// A part of a key as text.
  {{names.access}}static func text<T: RealmValue>(_ value: T?) -> String { value?.keyPart ?? "" }

  /// Parts of a key, each with its length, so that no two keys are the same text.
  {{names.access}}static func join(_ parts: [String]) -> String {
    parts.map { "\($0.utf8.count):\($0)" }.joined()
  }

  /// A UUID of version 7, which begins with the time and so sorts by it.
  {{names.access}}static func uuid7() -> {{names.UUID}} {
    var bytes = {{names.UUID}}().uuid
    let time = UInt64(max({{names.Date}}().timeIntervalSince1970, 0) * 1000)
    bytes.0 = UInt8(truncatingIfNeeded: time >> 40)
    bytes.1 = UInt8(truncatingIfNeeded: time >> 32)
    bytes.2 = UInt8(truncatingIfNeeded: time >> 24)
    bytes.3 = UInt8(truncatingIfNeeded: time >> 16)
    bytes.4 = UInt8(truncatingIfNeeded: time >> 8)
    bytes.5 = UInt8(truncatingIfNeeded: time)
    bytes.6 = 0x70 | bytes.6 & 0x0F
    return {{names.UUID}}(uuid: bytes)
  }
}

/// What the schema wants of objects whose relation leads to one that is deleted.
{{names.access}}enum RealmDeleteRule {
  case cascade, restrict, nullify, noAction
}

/// Objects of one kind that relate to another object by one property.
{{names.access}}struct RealmReferrers {
  {{names.access}}let model: String
  {{names.access}}let property: String
  {{names.access}}let rule: RealmDeleteRule
  {{names.access}}let objects: [any RealmDataStructure]

  init<T: RealmDataStructure>(
    _ type: T.Type, _ property: String, _ rule: RealmDeleteRule, to target: {{names.Object}}, in realm: {{names.Realm}}
  ) {
    self.model = String(describing: type)
    self.property = property
    self.rule = rule
    var objects: [any RealmDataStructure] = []
    for object in realm.objects(type).filter("%K == %@", property, target) { objects.append(object) }
    self.objects = objects
  }
}

"""##
    ),
    (
      "realm/struct",
      ##"""
{{>swift/documentation}}
{{names.access}}final class {{name}}: {{names.EmbeddedObject}}, RealmEmbeddedStructure {
{{#properties}}
  {{>realm/property}}
{{/properties}}
  {{>realm/members}}
{{#isSensitive}}

  // Descriptions leave out what is sensitive.
  {{names.access}}override var description: String { "{{name}}(…)" }
{{/isSensitive}}
{{$structMembers}}
{{/structMembers}}
}

"""##
    ),
    (
      "realm/support",
      ##"""
{{$header}}
// Generated by igata: what the classes of all schemas share.
{{/header}}

{{$imports}}
import Foundation
import RealmSwift
{{/imports}}

/// A model that the store keeps without knowing it.
{{names.access}}protocol RealmDataStructure: {{names.Object}}, RealmValue {
  init()
  /// Takes the values of a dictionary, all or none.
  func convert(dictionary: [String: Any]) throws
  /// The values as a dictionary.
  func convert() -> [String: Any]
  /// The key as text.
  var keyText: String { get }
  /// Sets what is made when the object is saved.
  func prepareForSaving(_ keys: RealmKeys)
  /// The objects that the object relates to.
  var relatedObjects: [any RealmDataStructure] { get }
  /// The objects that relate to the object.
  func referrers(in realm: {{names.Realm}}) -> [RealmReferrers]
}

/// What lies within a model, and is copied from one to another.
{{names.access}}protocol RealmCopyable: {{names.EmbeddedObject}} {
  init()
  init(value: Any)
}

/// A value of several parts that lies within a model.
{{names.access}}protocol RealmEmbeddedStructure: RealmCopyable, RealmValue {
  func convert(dictionary: [String: Any]) throws
  func convert() -> [String: Any]
}

{{>realm/store}}

{{>realm/currency}}

{{>realm/fields}}

{{>realm/values}}
{{$footer}}
{{/footer}}

"""##
    ),
    (
      "realm/values",
      ##"""
/// A value that dictionaries hold for a field.
{{names.access}}protocol RealmValue {
  /// Reads what a dictionary holds; nothing where that is of another type.
  static func read(_ value: Any) throws -> Self?
  /// What is written into a dictionary.
  var written: Any { get }
  /// What a dictionary has to hold, in words.
  static var expectation: String { get }
  /// What bounds of a length speak of.
  var length: Int? { get }
  /// What bounds of a value speak of.
  var number: {{names.Decimal}}? { get }
  /// The value as a part of a key.
  var keyPart: String { get }
}

extension RealmValue {
  {{names.access}}static func read(_ value: Any) throws -> Self? { value as? Self }
  {{names.access}}var written: Any { self }
  {{names.access}}static var expectation: String { "\(Self.self)" }
  {{names.access}}var length: Int? { nil }
  {{names.access}}var number: {{names.Decimal}}? { nil }
  {{names.access}}var keyPart: String { "\(written)" }
}

extension RealmValue where Self: FixedWidthInteger {
  {{names.access}}static func read(_ value: Any) throws -> Self? {
    guard let integer = RealmFields.integer(value) else { return nil }
    guard let result = Self(exactly: integer) else {
      throw RealmConversionError(expected: expectation, found: "\(integer)")
    }
    return result
  }
  {{names.access}}var number: {{names.Decimal}}? { RealmFields.decimal("\(self)") }
}

extension Int16: RealmValue {}
extension Int32: RealmValue {}
extension Int64: RealmValue {}
extension Int: RealmValue {}
extension Bool: RealmValue {}

extension Float: RealmValue {
  {{names.access}}static func read(_ value: Any) throws -> Float? {
    if let value = value as? Float { return value }
    return try Double.read(value).map { Float($0) }
  }
  {{names.access}}var number: {{names.Decimal}}? { {{names.Decimal}}(Double(self)) }
}

extension Double: RealmValue {
  {{names.access}}static func read(_ value: Any) throws -> Double? {
    value as? Double ?? RealmFields.integer(value).map { Double($0) }
  }
  {{names.access}}var number: {{names.Decimal}}? { {{names.Decimal}}(self) }
}

extension String: RealmValue {
  {{names.access}}var length: Int? { unicodeScalars.count }
}

extension {{names.Data}}: RealmValue {
  {{names.access}}var length: Int? { count }
  {{names.access}}var keyPart: String { base64EncodedString() }
}

extension {{names.Date}}: RealmValue {
  {{names.access}}var keyPart: String { "\(timeIntervalSinceReferenceDate)" }
}

extension {{names.UUID}}: RealmValue {
  {{names.access}}static func read(_ value: Any) throws -> {{names.UUID}}? {
    value as? {{names.UUID}} ?? (value as? String).flatMap { {{names.UUID}}(uuidString: $0) }
  }
}

extension {{names.URL}}: RealmValue {
  {{names.access}}static func read(_ value: Any) throws -> {{names.URL}}? {
    value as? {{names.URL}} ?? (value as? String).flatMap { {{names.URL}}(string: $0) }
  }
}

extension {{names.Decimal128}}: RealmValue {
  {{names.access}}static func read(_ value: Any) throws -> {{names.Decimal128}}? {
    if let value = value as? {{names.Decimal128}} { return value }
    if let value = value as? {{names.Decimal}} { return try {{names.Decimal128}}(string: "\(value)") }
    if let value = RealmFields.integer(value) { return {{names.Decimal128}}(integerLiteral: value) }
    guard let text = value as? String, RealmFields.decimal(text) != nil else { return nil }
    return try {{names.Decimal128}}(string: text)
  }
  {{names.access}}var written: Any { decimalValue }
  {{names.access}}var number: {{names.Decimal}}? { decimalValue }
}

extension RealmValue where Self: RawRepresentable, RawValue: RealmValue {
  {{names.access}}static func read(_ value: Any) throws -> Self? {
    if let value = value as? Self { return value }
    guard let raw = try RawValue.read(value) else { return nil }
    guard let result = Self(rawValue: raw) else {
      throw RealmConversionError(expected: expectation, found: "\(raw)")
    }
    return result
  }
  {{names.access}}var written: Any { rawValue.written }
}

extension RealmEmbeddedStructure {
  {{names.access}}static func read(_ value: Any) throws -> Self? {
    if let value = value as? Self { return value }
    guard let dictionary = value as? [String: Any] else { return nil }
    let result = Self()
    try result.convert(dictionary: dictionary)
    return result
  }
  {{names.access}}var written: Any { convert() }
}

extension RealmDataStructure {
  {{names.access}}static func read(_ value: Any) throws -> Self? {
    if let value = value as? Self { return value }
    guard let dictionary = value as? [String: Any] else { return nil }
    let result = Self()
    try result.convert(dictionary: dictionary)
    return result
  }
  {{names.access}}var written: Any { convert() }
  {{names.access}}var keyPart: String { keyText }
}

"""##
    ),
    (
      "sqlite/file",
      ##"""
{{$header}}
-- Generated by igata from {{source}}. Edit the schema, not this file.
{{/header}}
{{#tables}}

{{>sqlite/table}}
{{/tables}}
{{$footer}}
{{/footer}}

"""##
    ),
    (
      "sqlite/table",
      ##"""
{{#documentation}}
{{.}}
{{/documentation}}
CREATE TABLE {{name}} (
{{#columns}}
{{#documentation}}
  {{.}}
{{/documentation}}
  {{name}} {{type}}{{#key}} {{key}}{{/key}}{{#isRequired}} NOT NULL{{/isRequired}}{{#defaultValue}} DEFAULT {{defaultValue}}{{/defaultValue}}{{checks}}{{^isLast}},{{/isLast}}
{{/columns}}
{{#constraints}}
  {{text}}{{^isLast}},{{/isLast}}
{{/constraints}}
) STRICT{{#isOrderedByKey}}, WITHOUT ROWID{{/isOrderedByKey}};
{{#indexes}}

CREATE {{#isUnique}}UNIQUE {{/isUnique}}INDEX {{name}} ON {{table}} ({{columns}}){{#condition}} WHERE {{condition}}{{/condition}};
{{/indexes}}

"""##
    ),
    (
      "swift/accessor",
      ##"""
{{>swift/documentation}}
{{#isPlain}}
{{#deprecation}}
{{deprecation}}
{{/deprecation}}
{{names.access}}var {{name}}: {{type}} {
  get { {{storage}} }
  {{#isMutable}}
  set { {{storage}} = newValue }
  {{/isMutable}}
}
{{/isPlain}}
{{#isRequired}}
{{#deprecation}}
{{deprecation}}
{{/deprecation}}
{{names.access}}var {{name}}: {{target}} {
  get { {{storage}}.target }
  {{#isMutable}}
  set { {{storage}} = {{reference}}(newValue) }
  {{/isMutable}}
}

/// The key of ``{{plainName}}``.
{{names.access}}var {{keyName}}: {{keyType}} { {{storage}}.key }
{{/isRequired}}
{{#isOptional}}
{{#hasNoDocumentation}}
/// The related model where it is at hand: set, or asked for by the query. ``{{keyName}}`` tells whether there is one.
{{/hasNoDocumentation}}
{{#deprecation}}
{{deprecation}}
{{/deprecation}}
{{names.access}}var {{name}}: {{target}}? {
  get { {{storage}}?.loaded }
  {{#isMutable}}
  set { {{storage}} = newValue.map { {{reference}}($0) } }
  {{/isMutable}}
}

/// The key of ``{{plainName}}``; nothing where there is none.
{{names.access}}var {{keyName}}: {{keyType}}? {
  get { {{storage}}?.key }
  {{#isMutable}}
  set { {{storage}} = newValue.map { {{reference}}(key: $0) } }
  {{/isMutable}}
}
{{/isOptional}}
{{#isWrapper}}
{{#hasNoDocumentation}}
/// Always there: where none is kept, the default, which is kept once it is set or changed in place.
{{/hasNoDocumentation}}
{{#deprecation}}
{{deprecation}}
{{/deprecation}}
{{names.access}}var {{name}}: {{target}} {
  get { {{storage}}?.target ?? {{fallback}} }
  {{#isMutable}}
  set { {{storage}} = {{reference}}(newValue) }
  {{/isMutable}}
}

/// What is kept behind ``{{plainName}}``: nothing until it is set or changed.
{{names.access}}var {{internalName}}: {{target}}? {
  get { {{storage}}?.target }
  {{#isMutable}}
  set { {{storage}} = newValue.map { {{reference}}($0) } }
  {{/isMutable}}
}

/// The key of what is kept behind ``{{plainName}}``.
{{names.access}}var {{keyName}}: {{keyType}}? { {{storage}}?.key }

/// Whether something is kept behind ``{{plainName}}``.
{{names.access}}var {{hasName}}: Bool { {{storage}} != nil }
{{#isMutable}}

/// Keeps nothing behind ``{{plainName}}`` any more, so that it reads as the default.
{{names.access}}mutating func {{clearName}}() { {{storage}} = nil }
{{/isMutable}}
{{/isWrapper}}
{{#isList}}
{{#deprecation}}
{{deprecation}}
{{/deprecation}}
{{names.access}}var {{name}}: {{type}} {
  get { {{storage}}.targets }
  {{#isMutable}}
  set { {{storage}} = {{referenceList}}(newValue) }
  {{/isMutable}}
}
{{/isList}}

"""##
    ),
    (
      "swift/documentation",
      ##"""
{{#documentation}}
{{.}}
{{/documentation}}

"""##
    ),
    (
      "swift/enum",
      ##"""
{{>swift/documentation}}
{{names.access}}enum {{name}}: {{rawType}}, {{names.PersistableEnum}} {
{{#cases}}
  {{>swift/documentation}}
  {{#deprecation}}
  {{deprecation}}
  {{/deprecation}}
  case {{declaration}}
{{/cases}}
{{#unknownCase}}

  /// Reads raw values that no case has as `{{unknownCase}}`.
  {{names.access}}init(_unknown rawValue: {{rawType}}, isFault: inout Bool) {
    self = .{{unknownCase}}
  }
{{/unknownCase}}
{{$enumMembers}}
{{/enumMembers}}
}

"""##
    ),
    (
      "swift/file",
      ##"""
{{$header}}
// Generated by igata from {{source}}. Edit the schema, not this file.
{{/header}}

{{$imports}}
{{#imports}}
{{.}}
{{/imports}}
{{/imports}}

/// The models of `{{source}}`, as `Store.prepare` takes them.
{{names.access}}enum {{schemaName}}: {{names.PersistableSchema}} {
  {{names.access}}static var models: [any {{names.PersistableModel}}.Type] {
{{models}}
  }

  // An error here? This file and the runtime are of different versions: take the same release of igata for both,
  // and generate again.
  private typealias Runtime = IgataRuntime.GeneratedCode.NeedsIgataRuntime0_1OrLater
}
{{#enums}}

{{>swift/enum}}
{{/enums}}
{{#newtypes}}

{{>swift/newtype}}
{{/newtypes}}
{{#fixedPoints}}

{{>swift/fixed-point}}
{{/fixedPoints}}
{{#structs}}

{{>swift/struct}}
{{/structs}}
{{#modelDeclarations}}

{{>swift/model}}
{{/modelDeclarations}}
{{$footer}}
{{/footer}}

"""##
    ),
    (
      "swift/fixed-point",
      ##"""
{{>swift/documentation}}
{{names.access}}struct {{name}}: {{names.FixedPoint}}{{#takesLiterals}}, {{names.FixedPointLiteral}}{{/takesLiterals}} {
  /// How many units make a whole.
  {{names.access}}static let scale: Int64 = {{scale}}

  /// The value × `scale`.
  {{names.access}}var savedValue: Int64

  {{names.access}}init(savedValue: Int64) {
    self.savedValue = savedValue
  }
}

"""##
    ),
    (
      "swift/key",
      ##"""
{{#initializer}}

  /// The key of a {{modelName}}.
  {{names.access}}struct ID: {{names.PersistableKey}} {
{{#parts}}
    {{names.access}}var {{name}}: {{type}}
{{/parts}}

{{initializer}}
{{#parts}}
      self.{{name}} = {{name}}
{{/parts}}
    }

    {{names.access}}static let _columnCount = {{columnCount}}

    {{names.access}}init(_keyRow row: inout {{names.RowReader}}, at column: Int) {
{{#parts}}
      self.{{name}} = row.key({{column}})
{{/parts}}
    }

    {{names.access}}func _encodeKey(into row: inout {{names.RowWriter}}, at column: Int) {
{{#parts}}
      row.key({{column}}, self.{{name}})
{{/parts}}
    }

    {{names.access}}var _keyValues: [{{names.StoredValue}}] { {{keyValues}} }
  }
{{/initializer}}

  {{names.access}}var id: {{type}} { {{value}} }

"""##
    ),
    (
      "swift/model",
      ##"""
{{>swift/documentation}}
{{names.access}}struct {{name}}: {{names.PersistableModel}} {
{{#properties}}
  {{>swift/property}}
{{/properties}}
{{#draft}}
  /// Tells this from other models that have no key yet.
  private let {{draft}} = UUID()
{{/draft}}

{{initializer}}
{{#properties}}
    self.{{storage}} = {{assigned}}
{{/properties}}
  }
{{#key}}
{{>swift/key}}
{{/key}}
{{#properties}}
{{#accessor}}

  {{>swift/accessor}}
{{/accessor}}
{{/properties}}
{{$modelMembers}}
{{/modelMembers}}
}

extension {{name}} {
  {{names.access}}static let table = {{names.TableDescription}}(
{{#table}}
    """
{{lines}}
    """{{#relations}},{{/relations}}
{{#relations}}
{{relations}}
{{/relations}}
{{/table}}
  )

  {{names.access}}init(_row row: inout {{names.RowReader}}) {
{{#properties}}
    {{own}} = row.{{readingMethod}}({{readingArguments}})
{{/properties}}
  }

  {{names.access}}func _encode(into row: inout {{names.RowWriter}}) {
{{#properties}}
{{#isWritten}}
    row.{{writingMethod}}({{column}}, {{own}})
{{/isWritten}}
{{/properties}}
  }
{{#hasVisits}}

  {{names.access}}mutating func _visitRelations(_ visitor: any {{names.RelationVisitor}}) {
{{#properties}}
{{#isRelation}}
    visitor.visit(&{{own}}, relation: {{relation}})
{{/isRelation}}
{{/properties}}
  }
{{/hasVisits}}
{{#generatedKey}}

  {{names.access}}mutating func _assign(generatedKey: Int64) {
    {{generatedKey}}
  }
{{/generatedKey}}
{{#hasStamps}}

  {{names.access}}mutating func _stamp(now: {{names.Date}}) throws({{names.StoreError}}) {
{{#properties}}
{{#assignedStamp}}
    {{own}} {{assignedStamp}}
{{/assignedStamp}}
{{/properties}}
  }
{{/hasStamps}}
{{#inverses}}

  {{>swift/documentation}}
{{#deprecation}}
  {{deprecation}}
{{/deprecation}}
  {{names.access}}var {{name}}: {{type}} { {{value}} }
{{/inverses}}

  /// The columns of `{{name}}`, by which queries speak of them, and its relations.
{{columns}}
}
{{#isSensitive}}

// Descriptions leave out what is sensitive.
extension {{name}}: {{names.CustomStringConvertible}}, {{names.CustomReflectable}} {}
{{/isSensitive}}

"""##
    ),
    (
      "swift/newtype",
      ##"""
{{>swift/documentation}}
{{names.access}}struct {{name}}: {{names.PersistableNewtype}} {
  {{names.access}}static let constraints = {{constraints}}

  {{names.access}}let rawValue: {{base}}

  {{names.access}}init(_trusted rawValue: {{base}}) {
    self.rawValue = rawValue
  }
}

"""##
    ),
    (
      "swift/property",
      ##"""
{{#isStored}}
{{>swift/documentation}}
{{names.access}}{{keyword}} {{name}}: {{type}}
{{/isStored}}
{{#isHidden}}
private {{keyword}} {{storage}}: {{storedType}}
{{/isHidden}}

"""##
    ),
    (
      "swift/struct",
      ##"""
{{>swift/documentation}}
{{names.access}}struct {{name}}: {{names.PersistableStruct}} {
{{#properties}}
  {{>swift/property}}
{{/properties}}

{{initializer}}
{{#properties}}
    self.{{storage}} = {{assigned}}
{{/properties}}
  }
{{#properties}}
{{#accessor}}

  {{>swift/accessor}}
{{/accessor}}
{{/properties}}
{{$structMembers}}
{{/structMembers}}
}

extension {{name}} {
  {{names.access}}static let _columnCount = {{columnCount}}

  {{names.access}}init(_row row: inout {{names.RowReader}}, at column: Int) {
{{#properties}}
    {{own}} = row.{{readingMethod}}({{readingArguments}})
{{/properties}}
  }

  {{names.access}}func _encode(into row: inout {{names.RowWriter}}, at column: Int) {
{{#properties}}
{{#isWritten}}
    row.{{writingMethod}}({{column}}, {{own}})
{{/isWritten}}
{{/properties}}
  }

  /// The columns of `{{name}}`, by which queries speak of them.
{{columns}}
}
{{#description}}

// Descriptions leave out what is sensitive.
extension {{name}}: {{names.CustomStringConvertible}}, {{names.CustomReflectable}} {
  {{names.access}}var description: String { {{description}} }

  {{names.access}}var customMirror: {{names.Mirror}} { {{names.Mirror}}(reflecting: description) }
}
{{/description}}

"""##
    ),
    (
      "swiftdata/enum",
      ##"""
{{>swift/documentation}}
{{names.access}}enum {{name}}: {{rawType}}, {{names.Codable}}, {{names.CaseIterable}}, {{names.Sendable}} {
{{#cases}}
  {{>swift/documentation}}
  case {{declaration}}
{{/cases}}
{{#unknownCase}}

  /// Reads raw values that no case has as `{{unknownCase}}`.
  {{names.access}}init(from decoder: any Decoder) throws {
    self = Self(rawValue: try decoder.singleValueContainer().decode({{rawType}}.self)) ?? .{{unknownCase}}
  }
{{/unknownCase}}
{{$enumMembers}}
{{/enumMembers}}
}

"""##
    ),
    (
      "swiftdata/file",
      ##"""
{{$header}}
// Generated by igata from {{source}}. Edit the schema, not this file.
{{/header}}

{{$imports}}
import Foundation
import SwiftData
{{/imports}}
{{#enums}}

{{>swiftdata/enum}}
{{/enums}}
{{#newtypes}}

{{>swift/documentation}}
{{names.access}}typealias {{name}} = {{base}}
{{/newtypes}}
{{#fixedPoints}}

{{>swiftdata/fixed-point}}
{{/fixedPoints}}
{{#structs}}

{{>swiftdata/struct}}
{{/structs}}
{{#models}}

{{>swiftdata/model}}
{{/models}}
{{$footer}}
{{/footer}}

"""##
    ),
    (
      "swiftdata/fixed-point",
      ##"""
{{>swift/documentation}}
{{names.access}}struct {{name}}: SwiftDataFixedPoint {
  /// How many units make a whole.
  {{names.access}}static var scale: Int64 { {{scale}} }

  /// The value × `scale`.
  {{names.access}}var savedValue: Int64

  {{names.access}}init(savedValue: Int64) {
    self.savedValue = savedValue
  }
}

"""##
    ),
    (
      "swiftdata/model",
      ##"""
{{>swift/documentation}}
@{{names.Model}}
{{names.access}}final class {{name}} {
{{#uniques}}
  #Unique{{uniques}}
{{/uniques}}
{{#indexes}}
  #Index{{indexes}}
{{/indexes}}
{{#properties}}
  {{>swiftdata/property}}
{{/properties}}
{{#inverses}}
  /// The other side of `{{source}}`.
  {{attribute}} {{names.access}}var {{name}}: {{type}} = []
{{/inverses}}

{{initializer}}
{{#given}}
    self.{{stored}} = {{name}}
{{/given}}
  }
{{#accessors}}

  {{>swift/documentation}}
  {{^documentation}}
  /// What `{{internal}}` holds: made and kept where it is nothing.
  {{/documentation}}
  {{names.access}}var {{name}}: {{type}} {
    get {
      if let {{internal}} { return {{internal}} }
      let made = {{type}}()
      self.{{internal}} = made
      return made
    }
    set { self.{{internal}} = newValue }
  }

  /// Whether `{{internal}}` holds anything.
  {{names.access}}var {{hasName}}: Bool { self.{{internal}} != nil }

  /// Lets go of what `{{internal}}` holds.
  {{names.access}}func {{clearName}}() { self.{{internal}} = nil }
{{/accessors}}
{{$modelMembers}}
{{/modelMembers}}
}

"""##
    ),
    (
      "swiftdata/property",
      ##"""
{{>swift/documentation}}
{{attribute}}{{names.access}}var {{name}}: {{type}}{{initialValue}}

"""##
    ),
    (
      "swiftdata/struct",
      ##"""
{{>swift/documentation}}
{{names.access}}struct {{name}}: {{names.Codable}}, {{names.Hashable}}, {{names.Sendable}} {
{{#properties}}
  {{>swiftdata/property}}
{{/properties}}

{{initializer}}
{{#given}}
    self.{{stored}} = {{name}}
{{/given}}
  }
{{$structMembers}}
{{/structMembers}}
}

"""##
    ),
    (
      "swiftdata/support",
      ##"""
{{$header}}
// Generated by igata: what the classes of all schemas share.
{{/header}}

{{$imports}}
import Foundation
{{/imports}}

/// An exact number with a fixed count of decimal places, kept as a whole number of units.
{{names.access}}protocol SwiftDataFixedPoint: {{names.Codable}}, {{names.Hashable}}, {{names.Sendable}} {
  /// How many units make a whole.
  static var scale: Int64 { get }
  /// The value × `scale`.
  var savedValue: Int64 { get set }
  init(savedValue: Int64)
}

extension SwiftDataFixedPoint {
  /// The number, exactly; fails where it has more places, or does not fit.
  {{names.access}}init(decimal: {{names.Decimal}}) throws {
    var product = decimal * {{names.Decimal}}(Self.scale)
    var whole = {{names.Decimal}}()
    NSDecimalRound(&whole, &product, 0, .plain)
    guard whole == product, let units = Int64(whole.description) else {
      throw SwiftDataError(description: "\(decimal) is no number in units of 1/\(Self.scale)")
    }
    self.init(savedValue: units)
  }

  /// The number.
  {{names.access}}var decimal: {{names.Decimal}} { {{names.Decimal}}(savedValue) / {{names.Decimal}}(Self.scale) }
}

/// Why a number is none of a type.
{{names.access}}struct SwiftDataError: {{names.Error}}, CustomStringConvertible {
  {{names.access}}let description: String
}

/// An amount of money, exact to the thousandth.
{{names.access}}struct Currency: SwiftDataFixedPoint {
  {{names.access}}static var scale: Int64 { 1000 }

  /// The amount × 1000.
  {{names.access}}var savedValue: Int64

  {{names.access}}init(savedValue: Int64) {
    self.savedValue = savedValue
  }
}

/// Makes defaults that Swift has no literals for.
{{names.access}}enum SwiftDataDefaults {
  {{names.access}}static func decimal(_ text: String) -> {{names.Decimal}} {
    {{names.Decimal}}(string: text, locale: Locale(identifier: "en_US_POSIX")) ?? 0
  }

  {{names.access}}static func url(_ text: String) -> {{names.URL}} {
    {{names.URL}}(string: text) ?? {{names.URL}}(fileURLWithPath: text)
  }

  /// A UUID of version 7, which begins with the time and so sorts by it.
  {{names.access}}static func uuid7() -> {{names.UUID}} {
    var bytes = {{names.UUID}}().uuid
    let time = UInt64(max({{names.Date}}().timeIntervalSince1970, 0) * 1000)
    bytes.0 = UInt8(truncatingIfNeeded: time >> 40)
    bytes.1 = UInt8(truncatingIfNeeded: time >> 32)
    bytes.2 = UInt8(truncatingIfNeeded: time >> 24)
    bytes.3 = UInt8(truncatingIfNeeded: time >> 16)
    bytes.4 = UInt8(truncatingIfNeeded: time >> 8)
    bytes.5 = UInt8(truncatingIfNeeded: time)
    bytes.6 = 0x70 | bytes.6 & 0x0F
    return {{names.UUID}}(uuid: bytes)
  }
}
{{$footer}}
{{/footer}}

"""##
    ),
  ]
}
