// Conditions that do not type-check, each with `// wrong` behind the term at which the compiler has to say so. Nothing
// of this is run.

import Foundation
import GeneratedModels
import IgataRuntime

let keys: [UUID] = []

let wrongTypeInOne = Account.where {
  $0.name == 5  // wrong
}

let wrongTypeAtThreeOfSix = Account.where {
  $0.kind == .cash
    && $0.initialAmount > 0
    && $0.name > 12  // wrong
    && $0.owner.name.hasPrefix("T")
    && !$0.askedForDelete.isIn([true])
    && $0.parentID == nil
}

let wrongTypeAtSevenOfTwelve = Account.where {
  $0.kind == .cash
    && $0.initialAmount > 0
    && $0.name != "x"
    && $0.owner.name == "Taro"
    && $0.askedForDelete == false
    && $0.parentID == nil
    && $0.settings.warnBelow >= "much"  // wrong
    && $0.settings.monthStartsOn.isIn(1...28)
    && $0.id.isIn(keys)
    && !$0.comment.contains("%")
    && $0.owner.email != nil
    && $0.initialAmount * 2 + 5 <= 10
}

let missingColumnAtTenOfTwelve = Account.where {
  $0.kind == .cash
    && $0.initialAmount > 0
    && $0.name != "x"
    && $0.owner.name == "Taro"
    && $0.askedForDelete == false
    && $0.parentID == nil
    && $0.settings.warnBelow >= 5
    && $0.settings.monthStartsOn.isIn(1...28)
    && $0.id.isIn(keys)
    && !$0.komment.contains("%")  // wrong
    && $0.owner.email != nil
    && $0.initialAmount * 2 + 5 <= 10
}

let missingCaseAtFirstOfSix = Account.where {
  $0.kind == .gold  // wrong
    && $0.initialAmount > 0
    && $0.name != "x"
    && $0.owner.name.hasPrefix("T")
    && !$0.askedForDelete.isIn([true])
    && $0.parentID == nil
}

let missingCaseAtLastOfTwelve = Account.where {
  $0.initialAmount > 0
    && $0.name != "x"
    && $0.owner.name == "Taro"
    && $0.askedForDelete == false
    && $0.parentID == nil
    && $0.settings.warnBelow >= 5
    && $0.settings.monthStartsOn.isIn(1...28)
    && $0.id.isIn(keys)
    && !$0.comment.contains("%")
    && $0.owner.email != nil
    && $0.initialAmount * 2 + 5 <= 10
    && $0.kind != .gold  // wrong
}

let textComparedWithANumber = Account.where {
  $0.initialAmount > 0
    && $0.name == $0.initialAmount  // wrong
}

let arithmeticOnText = Account.where {
  $0.initialAmount > 0
    && $0.name * 2 == "x"  // wrong
}

let fractionForAnInteger = Entry.where {
  $0.amount > 0
    && $0.id == 1.5  // wrong
}

let searchInANumber = Entry.where {
  $0.note == nil
    && $0.amount.contains("1")  // wrong
}

let nilForWhatIsNeverNil = Entry.where {
  $0.note == nil
    && $0.amount == nil  // wrong
}

let wrongInsideOfRelatedRows = Account.where {
  $0.name == "x"
    && $0.entries.contains {
      $0.amount > 0
        && $0.note == 5  // wrong
        && $0.id > 5
    }
    && $0.initialAmount > 0
}

let rangeOfAnotherType = Entry.where {
  $0.amount > 0
    && $0.at.isIn(1...5)  // wrong
}

let columnOfTheRelatedModel = Account.where {
  $0.name == "x"
    && $0.entries.amount > 0  // wrong
}

let whatTextColumnsDoNotHave = Entry.where {
  $0.amount > 0
    && $0.note.isEmpty  // wrong
}

let columnThatIsNeverNil = Account.where {
  $0.name == "x"
    && $0.initialAmount == nil  // wrong: the column is never nil
    && $0.kind == .cash
}

let columnThatIsAlwaysThere = Account.where {
  $0.comment != nil  // wrong: the column is never nil
}

let optionalName: String? = nil
let tag = Tag(name: "food")

let valueThatMayBeNil = Account.where {
  $0.kind == .cash
    && $0.name == optionalName  // wrong: add '.optional' to the column
}

let differenceFromWhatMayBeNil = Account.where {
  $0.name != optionalName  // wrong: add '.optional' to the column
}

let rowOfAList = Account.where {
  $0.kind == .cash
    && $0.tags.contains(tag)  // wrong: compare a column: 'contains { $0.id == model.id }'
}

let valuesThatContainAColumn = Account.where {
  keys.contains($0.id)  // wrong: begin with the column: '$0.id.isIn(ids)'
    && $0.kind == .cash
}

let rangeThatContainsAColumn = Entry.where {
  (1...5).contains($0.id)  // wrong: begin with the column: '$0.id.isIn(range)'
}

let modelOfAnotherType = Account.where {
  $0.owner == tag  // wrong
}

let orderWithoutDirection = Account.all.order {
  $0.name  // wrong: add the direction: '.ascending' or '.descending'
}

let secondOrderWithoutDirection = Account.all.order {
  $0.name.ascending
  $0.kind  // wrong: add the direction: '.ascending' or '.descending'
}

func updates(_ store: IgataRuntime.Store) async throws {
  try await store.update(Entry.all) {
    $0.amount.set($0.amount * 2)
    $0.amount.set("much")  // wrong
  }
  try await store.update(Entry.all) {
    $0.note.set(nil)
    $0.amount.set(nil)  // wrong
  }
  try await store.update(Entry.all) {
    $0.note.set(nil)
    $0.amount  // wrong: add the new value: '.set(…)'
  }
  try await store.update(Entry.all) {
    $0.note.set("x")
    $0.amount.set($0.note)  // wrong
  }
}

func sql(_ store: IgataRuntime.Store, _ text: String) async throws {
  try await store.execute("DELETE FROM accounts WHERE name = \(text)")
  try await store.execute(text)  // wrong
  try await store.execute("DELETE FROM accounts WHERE name = \(Account.all)")  // wrong
}

func relatedRows(_ store: IgataRuntime.Store) async throws {
  let found = try await store.fetch(Account.all) {
    $0.entries.where { $0.amount > "much" }.limit(3)  // wrong
  }
  let several = try await store.fetch(Person.all) {
    ($0.accounts.limit(1), $0.acounts)  // wrong
  }
  let values = try await store.select(Account.all) {
    ($0.id, $0.nam)  // wrong
  }
  let value = try await store.select(Account.all) { $0.nam }  // wrong
  let ofGroups = try await store.select(Account.all.grouped { $0.kind }) {
    ($0.kind, $0.nam)  // wrong
  }
  let unsorted = try await store.fetch(Account.all) {
    $0.entries.order { $0.at }  // wrong: add the direction: '.ascending' or '.descending'
  }
}

// A program can't switch over all errors, so that a case more breaks none.
func isWrong(_ error: StoreError) -> Bool {
  switch error {  // wrong: switch must be exhaustive
  case .duplicateKey, .foreignKey, .inUse, .checkFailed, .notFound, .staleVersion, .notLoaded, .relationMismatch,
    .conflictingChanges, .conversion, .unsupportedQuery, .invalidCursor, .unstorable, .overflow, .schemaMismatch,
    .migrationNeeded, .migrationFailed, .newerDatabase, .unknownDatabase, .changedVersion, .unreachable, .locked,
    .conflict, .accessDenied, .full, .readOnly, .corrupted, .misuse, .cancelled, .backend:
    true
  }
}

func money(_ price: Currency, _ count: Int, _ rate: Double) throws {
  let missingTry = Currency(count)  // wrong: call can throw
  let inexact = Currency(rate)  // wrong: say how a 'Double' is rounded: 'init(_:rounding:)'
  let product = try price * 1.19  // wrong: say how the product is rounded: 'multiplied(by:rounding:)'
  let other = try price * rate  // wrong: say how the product is rounded: 'multiplied(by:rounding:)'
  let half = try price / 2  // wrong: use 'divided(by:rounding:)', or 'split(into:)' for parts that add up
  let part = try price / count  // wrong: use 'divided(by:rounding:)', or 'split(into:)' for parts that add up
  let ratio = try price / 1.5  // wrong: say how the quotient is rounded: 'divided(by:rounding:)'
  let text: Currency = "3.50"  // wrong
}

func queriesThatAreNone(store: Store, account: Account) async throws {
  _ = try await store.fetch(Account.self)  // wrong: fetch a query: 'fetch(Model.all)'
  _ = try await store.first(Account.self, where: { $0.name == "x" })  // wrong: 'first(Model.where { … })'
  _ = try await store.delete(Account.self)  // wrong: say which rows: 'delete(Model.all)'
  _ = try await store.count(Account.self)  // wrong: count a query: 'count(Model.all)'
  _ = try await store.update(account, only: \Account.name)  // wrong: name the field without its model
  _ = Entry.where { $0.id % 2 == 0 }  // wrong: a query has no '%'
  _ = Entry.where { $0.id / 2 > 1 }  // wrong: a query has no '/'
  _ = store.observe(Account.self)  // wrong: observe a query: 'observe(Model.all)'
  _ = try await store.migrate(HouseholdSchema.self)  // wrong: no version is sealed: run 'igata migrate seal NAME'
}
