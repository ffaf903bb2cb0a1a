// Does with the classes for Realm what the articles do, and says what does not hold.
import Foundation
import RealmSwift

var failures = 0

@MainActor func check(_ words: String, _ holds: Bool) {
  if holds { return }
  print("does not hold: \(words)")
  failures += 1
}

func error(_ body: () throws -> Void) -> String {
  do {
    try body()
    return ""
  } catch {
    return "\(error)"
  }
}

// The message board: a store that knows no model, and dictionaries at its door.
let store = RealmStore(configuration: Realm.Configuration(inMemoryIdentifier: "messages"))
let date = Date(timeIntervalSince1970: 1_600_000_000)
try store.save(data: ["date": date, "message": "こんにちは"], structure: Message())
try store.save(data: ["message": "again", "id": UUID().uuidString], structure: Message())
let messages = try store.load(structure: Message())
check("two messages were kept", messages.count == 2)
check("the first came back", messages[0]["message"] as? String == "こんにちは" && messages[0]["date"] as? Date == date)
let copy = Message()
try copy.convert(dictionary: messages[0])
check("a dictionary goes both ways", copy.id == messages[0]["id"] as? UUID && copy.message == "こんにちは")
check(
  "a wrong type is told",
  error { try copy.convert(dictionary: ["message": 1]) }
    == "Message.message: expected String, found Int")
check(
  "null is told", error { try copy.convert(dictionary: ["message": NSNull()]) }.hasSuffix("expected String, found null")
)
check("an unknown key is told", error { try copy.convert(dictionary: ["mesage": ""]) }.hasPrefix("Message.mesage: "))
check("what is wrong changes nothing", copy.message == "こんにちは")
try store.save(data: ["id": copy.id, "message": "edited"], structure: Message())
check("the same key is the same message", try store.load(structure: Message()).count == 2)
check("it is found by its key", try store.find(Message.self, key: copy.id)?.message == "edited")

// The household book: Currency, and a wrapper that makes what is not there.
let book = RealmStore(configuration: Realm.Configuration(inMemoryIdentifier: "book"))
try book.save(
  data: [
    "name": "現金", "initialAmount": "12.5", "owner": ["name": "Hanako", "email": NSNull()],
    "tags": [["name": "a"], ["name": "b"]], "kind": "credit-card",
  ], structure: Account())
let account = try book.load(Account.self)[0]
check("money is exact", account.initialAmount.savedValue == 12_500 && account.initialAmount.decimal == 12.5)
check("an enum is read by its raw value", account.kind == .card)
check("lists keep their order", account.tags.map(\.name) == ["a", "b"])
check("nothing is made outside of a transaction", !account.hasSettings && account.settings.monthStartsOn == 1)
check("so it is not kept", !account.hasSettings)
let realm = account.realm
try realm?.write { account.settings.monthStartsOn = 25 }
check("in a transaction it is", account.hasSettings && account.settings.monthStartsOn == 25)
try realm?.write { account.clearSettings() }
check("and can be let go", !account.hasSettings)
let fresh = Account()
check("a new object keeps it at once", fresh.settings === fresh.settings && fresh.initialAmount === fresh.initialAmount)
let money = Currency(savedValue: 1)
fresh.initialAmount = money
check("money is copied", fresh.initialAmount !== money && fresh.initialAmount.savedValue == 1)
check(
  "money that does not fit is told", error { _ = try Currency(decimal: Decimal(string: "0.0001")!) }.contains("1/1000"))
check("nor is it rounded", error { _ = try Currency(int64: .max) }.contains("1/1000"))
check(
  "a bound is told",
  error { try Person().convert(dictionary: ["name": ""]) }
    == "Person.name: expected a length of at least 1, found 0")
check(
  "an error within says where",
  error { try Account().convert(dictionary: ["owner": ["name": 1]]) }
    == "Account.owner.name: expected String, found Int")
check("what is required is told", error { try Account().convert(dictionary: [:]) }.contains("Account.owner"))

let entry = Entry()
entry.account = account
entry.amount = Currency(savedValue: -500)
try book.save(entry)
let second = Entry()
second.account = account
try book.save(second)
check("keys are made", entry.id == 1 && second.id == 2)
check("the other side is seen", account.entries.count == 2 && account.owner?.accounts.count == 1)
var deep: [String: Any] = ["name": ""]
for _ in 0..<100_000 { deep = ["parent": deep] }
check("no depth ends the process", error { try Account().convert(dictionary: deep) }.contains("64 layers"))
if let owner = account.owner { try book.delete(owner) }
check("what belongs to it goes with it", try book.load(Account.self).isEmpty && book.load(Entry.self).isEmpty)
check("and nothing else", try book.load(Tag.self).count == 2)

// Keys of several parts.
let cinema = RealmStore(configuration: Realm.Configuration(inMemoryIdentifier: "cinema"))
try cinema.save(data: ["row": 1, "number": 12], structure: Seat())
try cinema.save(data: ["row": 11, "number": 2], structure: Seat())
try cinema.save(data: ["row": 1, "number": 12], structure: Seat())
check("parts are told apart", try cinema.load(Seat.self).map(\.compoundKey).sorted() == ["1:12:12", "2:111:2"])
let scalars = Scalars()
scalars.home.city = "Kyoto"
try cinema.save(scalars)
check("versions count", scalars.revision == 1)
let kept = scalars.convert()
let again = Scalars()
try again.convert(dictionary: kept)
check(
  "all scalars go both ways", again.exact == scalars.exact && again.home.city == "Kyoto" && again.rate.savedValue == 1)
again.link = URL(string: "https://example.com/?q=口座")
check("addresses are kept as text", again.internalLink == again.link?.absoluteString)
again.internalState = nil
check("what is absent is the case for what is not known", again.state == .other("other"))
again.state = .other("later")
check("what is not known is kept", again.convert()["state"] as? String == "later")
check("descriptions hide what is sensitive", again.description == "Scalars(…)")

print(failures == 0 ? "all holds" : "\(failures) do not hold")
exit(failures == 0 ? 0 : 1)
