internal import Foundation
@_spi(Backend) internal import IgataRuntime
internal import IgataTables

struct Preferences: PersistableModel, Identifiable {
  var _origin = ModelOrigin()
  let id: UUID
  var warnBelow: Int64
  var motto: String?
  var theme: String

  init(id: UUID = UUID(), warnBelow: Int64 = 10, motto: String? = nil, theme: String = "plain") {
    self.id = id
    self.warnBelow = warnBelow
    self.motto = motto
    self.theme = theme
  }

  static let table = TableDescription(
    model: "Preferences", name: "preferences",
    columns: [
      ColumnDescription("id", ["id"], .uuid, default: .uuid),
      ColumnDescription("warn_below", ["warnBelow"], .int64, default: .value(.integer(10))),
      ColumnDescription("motto", ["motto"], .string, isNullable: true),
      ColumnDescription("theme", ["theme"], .string, default: .value(.text("plain"))),
    ],
    primaryKey: [0])

  init(row: inout RowReader) {
    id = row.uuid(0)
    warnBelow = row.int64(1)
    motto = row.value(2)
    theme = row.string(3)
    _origin = row.origin
  }

  func write(to row: inout RowWriter) {
    row.uuid(0, id)
    row.int64(1, warnBelow)
    row.value(2, motto)
    row.string(3, theme)
  }

  struct Columns: ModelColumns {
    let path: RelationPath
    init(_path path: RelationPath) { self.path = path }
    var _path: RelationPath { path }

    var id: Column<UUID> { Column(path, 0) }
    var warnBelow: Column<Int64> { Column(path, 1) }
    var motto: Column<String?> { Column(path, 2) }
    var theme: Column<String> { Column(path, 3) }
  }
}

struct Person: PersistableModel, Identifiable {
  var _origin = ModelOrigin()
  let id: UUID
  var name: String
  var email: String?

  init(id: UUID = UUID(), name: String, email: String? = nil) {
    self.id = id
    self.name = name
    self.email = email
  }

  static let table = TableDescription(
    model: "Person", name: "person",
    columns: [
      ColumnDescription("id", ["id"], .uuid, default: .uuid),
      ColumnDescription("name", ["name"], .string, constraints: ColumnConstraints(minimumLength: 1, maximumLength: 20)),
      ColumnDescription("email", ["email"], .string, isNullable: true),
    ],
    primaryKey: [0], uniques: [IndexDescription("person_email_key", [2])],
    relations: [RelationDescription("accounts", .inverse(relation: 0)) { Account.self }])

  init(row: inout RowReader) {
    id = row.uuid(0)
    name = row.string(1)
    email = row.value(2)
    _origin = row.origin
  }

  func write(to row: inout RowWriter) {
    row.uuid(0, id)
    row.string(1, name)
    row.value(2, email)
  }

  struct Columns: ModelColumns {
    let path: RelationPath
    init(_path path: RelationPath) { self.path = path }
    var _path: RelationPath { path }

    var id: Column<UUID> { Column(path, 0) }
    var name: Column<String> { Column(path, 1) }
    var email: Column<String?> { Column(path, 2) }
    var accounts: RelatedColumns<Account> { RelatedColumns(path, 0) }
  }
}

extension Person {
  var accounts: Query<Account> { Query(_inverse: 0, of: id._keyValues) }
}

struct Label: PersistableModel {
  var _origin = ModelOrigin()
  var name: String
  var color: String

  init(name: String, color: String = "") {
    self.name = name
    self.color = color
  }

  var primaryKey: String { name }

  static let table = TableDescription(
    model: "Label", name: "label",
    columns: [
      ColumnDescription("name", ["name"], .string),
      ColumnDescription("color", ["color"], .string, default: .value(.text(""))),
    ],
    primaryKey: [0], relations: [RelationDescription("accounts", .inverse(relation: 3)) { Account.self }])

  init(row: inout RowReader) {
    name = row.string(0)
    color = row.string(1)
    _origin = row.origin
  }

  func write(to row: inout RowWriter) {
    row.string(0, name)
    row.string(1, color)
  }

  struct Columns: ModelColumns {
    let path: RelationPath
    init(_path path: RelationPath) { self.path = path }
    var _path: RelationPath { path }

    var name: Column<String> { Column(path, 0) }
    var color: Column<String> { Column(path, 1) }
    var accounts: RelatedColumns<Account> { RelatedColumns(path, 0) }
  }
}

/// A model with relations of every kind: a required one, an optional one to itself, a wrapper, and an ordered list.
struct Account: PersistableModel, Identifiable {
  var _origin = ModelOrigin()
  let id: UUID
  var name: String
  private var _owner: Reference<Person>
  private var _parent: Reference<Account>?
  private var _preferences: OwnedReference<Preferences>
  private var _labels: ReferenceList<Label>
  var balance: Currency

  init(
    id: UUID = UUID(), name: String, owner: Person, parent: Account? = nil, preferences: Preferences? = nil,
    labels: [Label] = [], balance: Currency = 0
  ) {
    self.id = id
    self.name = name
    _owner = Reference(owner)
    _parent = parent.map { Reference($0) }
    _preferences = OwnedReference()
    _labels = ReferenceList(labels)
    self.balance = balance
    _preferences = OwnedReference(
      preferences, replacing: _preferences, key: .derived(from: id, for: "Account.preferences"))
  }

  var owner: Person {
    get { _owner.target }
    set { _owner.target = newValue }
    _modify { yield &_owner.target }
  }

  var loadedOwner: Person? { _owner.loaded }

  var ownerID: UUID {
    get { _owner.key }
    set { _owner.key = newValue }
  }

  var parent: Account? {
    get { _parent?.loaded }
    set { _parent = Reference(newValue, replacing: _parent) }
  }

  var parentID: UUID? {
    get { _parent?.key }
    set { _parent = Reference(key: newValue, replacing: _parent) }
  }

  var preferences: Preferences {
    get { _preferences.value ?? Preferences(id: .derived(from: id, for: "Account.preferences")) }
    set {
      _preferences = OwnedReference(
        newValue, replacing: _preferences, key: .derived(from: id, for: "Account.preferences"))
    }
  }

  var preferencesID: UUID? { _preferences.key }

  var hasPreferences: Bool { _preferences.isPresent }

  mutating func clearPreferences() { _preferences.clear() }

  var labels: [Label] {
    get { _labels.targets }
    set { _labels.targets = newValue }
    _modify { yield &_labels.targets }
  }
}

extension Account {
  /// The account as a fetch returns it, which doesn't load its parent.
  var asFetched: Account {
    var account = self
    account.parent = nil
    account.parentID = parentID
    return account
  }

  static let table = TableDescription(
    model: "Account", name: "accounts",
    columns: [
      ColumnDescription("id", ["id"], .uuid, default: .uuid),
      ColumnDescription("name", ["name"], .string),
      ColumnDescription("owner_id", ["ownerID"], .uuid),
      ColumnDescription("parent_id", ["parentID"], .uuid, isNullable: true),
      ColumnDescription("preferences_id", ["preferencesID"], .uuid, isNullable: true, default: .construct),
      ColumnDescription("balance", ["balance"], .fixed(scale: 1000), default: .value(.integer(0))),
    ],
    primaryKey: [0],
    uniques: [
      IndexDescription("accounts_owner_id_name_key", [2, 1]), IndexDescription("accounts_preferences_id_key", [4]),
    ],
    indexes: [IndexDescription("accounts_name_idx", [1])],
    relations: [
      RelationDescription("owner", .required(columns: [2], .cascade)) { Person.self },
      RelationDescription("parent", .optional(columns: [3], .nullify)) { Account.self },
      RelationDescription("preferences", .wrapper(columns: [4], .nullify)) { Preferences.self },
      RelationDescription(
        "labels",
        .ordered(
          JoinDescription("accounts_labels", owner: ["account_id"], position: "position", target: ["label_name"]))
      ) { Label.self },
      RelationDescription("children", .inverse(relation: 1)) { Account.self },
    ])

  init(row: inout RowReader) {
    id = row.uuid(0)
    name = row.string(1)
    _owner = row.reference(2, relation: 0)
    _parent = row.optionalReference(3, relation: 1)
    _preferences = row.wrapper(4, relation: 2)
    _labels = row.list(relation: 3)
    balance = row.value(5)
    _origin = row.origin
  }

  func write(to row: inout RowWriter) {
    row.uuid(0, id)
    row.string(1, name)
    row.reference(2, _owner)
    row.reference(3, _parent)
    row.wrapper(4, _preferences)
    row.value(5, balance)
  }

  mutating func _visitRelations(_ visitor: any RelationVisitor) {
    visitor.visit(&_owner, relation: 0)
    visitor.visit(&_parent, relation: 1)
    visitor.visit(&_preferences, relation: 2)
    visitor.visit(&_labels, relation: 3)
  }

  struct Columns: ModelColumns {
    let path: RelationPath
    init(_path path: RelationPath) { self.path = path }
    var _path: RelationPath { path }

    var id: Column<UUID> { Column(path, 0) }
    var name: Column<String> { Column(path, 1) }
    var owner: ToOne<Person> { ToOne(_path: path.appending(0)) }
    var ownerID: Column<UUID> { Column(path, 2) }
    var parent: Account.Columns { Account.Columns(_path: path.appending(1)) }
    var parentID: Column<UUID?> { Column(path, 3) }
    var preferences: ToOne<Preferences> { ToOne(_path: path.appending(2)) }
    var labels: RelatedColumns<Label> { RelatedColumns(path, 3) }
    var balance: Column<Currency> { Column(path, 5) }
    var children: RelatedColumns<Account> { RelatedColumns(path, 4) }
  }
}
