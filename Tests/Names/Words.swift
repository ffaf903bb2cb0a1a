import Foundation

/// Words that generated code uses itself, or that Swift or the frameworks read as something else: what names of drawn
/// schemas are made of.
enum Words {
  static let all: [String] = (keywords + contextual + scalars + runtime + members + library + frameworks + others)
    .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }

  static let keywords = words(
    """
    Any Protocol Self Type as associatedtype await break case catch class continue default defer deinit do else enum \
    extension fallthrough false fileprivate for func guard if import in init inout internal is let nil operator \
    precedencegroup private protocol public repeat rethrows return self static struct subscript super switch throw \
    throws true try typealias var where while
    """)

  static let contextual = words(
    """
    actor any async borrow borrowing consume consuming copy convenience didSet discard dynamic each final get \
    indirect infix isolated lazy left macro modify mutate mutating newValue nonisolated none oldValue open optional \
    override package postfix prefix read required right sending set some then unowned unsafe weak willSet yield
    """)

  /// Names of fields alone: the language has types of these names.
  static let scalars = words(
    "Bool Int16 Int32 Int64 Int Float Double Decimal Currency String Data Date UUID URL JSON Fixed")

  static let runtime = words(
    """
    Backend Change ChangeSet Column ColumnConstraints ColumnDescription ColumnType Condition ConstraintViolation \
    ConversionError FixedPoint FixedPointLiteral GeneratedCode IgataRuntime JoinTable ModelColumns Ordering Page \
    PageCursor PersistableEnum PersistableKey PersistableModel PersistableNewtype PersistableSchema PersistableStruct \
    Query QueryExpression Reference ReferenceList RelatedColumns RelationPath RelationVisitor RowCodable RowReader \
    RowWriter Runtime SaveStamp Storable Store StoredValue StoreError TableDescription ToOne UnknownKeys
    """)

  static let members = words(
    """
    Columns CodingKeys ID PrimaryKey RawValue AllCases QueryRawValue all allCases clear clearShop column collect \
    columns constraints convert customMirror decode dictionary generatedKey debugDescription derived description \
    encode encoder fetch find first hasShop hash hashValue hasher id ID_ internalShop key limit loaded models next \
    now order primaryKey rawValue row samples savedValue scale shopID ShopID stamp table target targets unknownKeys \
    value visitor write _assign _convert _columnCount _dictionary _draft _keyValues _path _shop _stamp _visitRelations \
    _storedValue id_ primaryKey_ Columns_ PrimaryKey_ storedInteger
    """)

  static let library = words(
    """
    Array Character CaseIterable Codable CodingKey Comparable CustomReflectable CustomStringConvertible Decodable \
    Decoder Dictionary Encodable Encoder Equatable Error Foundation Hashable Hasher Identifiable Locale Mirror Never \
    NSNull Optional RawRepresentable Result Sendable Set Swift Task Void print min max
    """)

  static let frameworks = words(
    """
    Attribute EmbeddedObject LinkingObjects List Model Object Persisted PersistentModel Realm RealmFields RealmStore \
    RealmSwift Relationship Schema KeyPath Observable Observation ObjectWillChangePublisher PersistableEnum \
    PersistedType PersistedProperty Transient SwiftData SwiftDataDefaults Index Unique _M _MR _PersistedProperty \
    _SwiftDataNoType class className classDescription copy entity error isInvalidated schemaMetadata \
    keyPart keyText length mutableCopy number objectID objectWillChange observe persistentModelID realm superclass written
    """)

  static let others = words(
    """
    Shop shop SHOP Price price Thing thing User user Type_ 家 住所 口座 名前 日 ÄÖ größe название Имя a b c x y z _a \
    ShopType shopType shopType_ PriceType Type_ _TypeType HouseholdSchema
    """)

  /// The names that templates of Swift write themselves.
  static func inTemplates(_ folder: URL) throws -> [String] {
    var found: Set<String> = []
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    let folders = ["swift/", "realm/", "swiftdata/"]
    for path in paths where path.hasSuffix(".mustache") && folders.contains(where: path.hasPrefix) {
      let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      for line in text.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        let names = line.matches(of: /\{\{names\.([A-Za-z]\w*)\}\}/).map { String($0.1) }
        let code = line.replacing(/\{\{[^}]*\}\}/, with: " ")
        found.formUnion(names + code.matches(of: /[A-Za-z_]\w*/).map { String($0.0) })
      }
    }
    return found.subtracting(scalars + ["IgataRuntime", "_"]).sorted()
  }

  private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
}
