// Writes the household book that the example imports: two years of two people's accounts, as JSON on standard output.
// The bytes are always the same, as every choice comes from a generator with a fixed seed.
//
//   swift run MakeBook > book.json

/// SplitMix64: small, and the same on every platform.
struct Dice {
  var state: UInt64

  mutating func roll(_ sides: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(sides))
  }

  mutating func pick<T>(_ choices: [T]) -> T { choices[roll(choices.count)] }
}

/// Something that money is spent on: a note, and the least and the greatest amount in thousandths.
struct Habit {
  let note: String
  let least: Int
  let greatest: Int
  /// The amount is a multiple of this: 1000 for whole yen, less with sub-units.
  let step: Int
}

struct Account {
  let id: String
  let name: String
  let kind: String
  let owner: String
  let initialAmount: String
  let habits: [Habit]
}

func uuid(_ number: Int) -> String {
  let digits = String(number, radix: 16)
  return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
}

/// Thousandths as exact decimal text.
func amount(_ thousandths: Int) -> String {
  let magnitude = abs(thousandths)
  var text = "\(magnitude / 1000)"
  if magnitude % 1000 != 0 {
    var rest = String(1000 + magnitude % 1000).dropFirst()
    while rest.last == "0" { rest.removeLast() }
    text += "." + rest
  }
  return (thousandths < 0 ? "-" : "") + text
}

/// Escapes quotes for JSON; the book has no other character that requires it.
func escaped(_ text: String) -> String {
  text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"")
}

func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

let people = [(uuid(1), "花子", "hanako@example.com"), (uuid(2), "Tom", "tom@example.com")]

let shopping = [
  Habit(note: "スーパー", least: 800_000, greatest: 9_000_000, step: 1000),
  Habit(note: "Bakery", least: 200_000, greatest: 1_500_000, step: 1000),
  Habit(note: "八百屋 (地元)", least: 150_000, greatest: 2_400_000, step: 500),
  Habit(note: "コーヒー ☕️", least: 300_000, greatest: 750_000, step: 1000),
  Habit(note: "Bus \"No. 7\"", least: 210_000, greatest: 420_000, step: 1000),
]
let bills = [
  Habit(note: "電気代", least: 4_000_000, greatest: 12_000_000, step: 1),
  Habit(note: "水道代", least: 2_000_000, greatest: 5_000_000, step: 1),
  Habit(note: "Internet", least: 4_378_000, greatest: 4_378_000, step: 1000),
  Habit(note: "家賃", least: 92_000_000, greatest: 92_000_000, step: 1000),
]
let cards = [
  Habit(note: "本屋", least: 700_000, greatest: 6_000_000, step: 1000),
  Habit(note: "Streaming", least: 990_000, greatest: 1_490_000, step: 1000),
  Habit(note: "USD 12.34 を換算", least: 1_500_000, greatest: 2_100_000, step: 1),
]

let accounts = [
  Account(
    id: uuid(11), name: "現金", kind: "cash", owner: people[0].0, initialAmount: "25000", habits: shopping),
  Account(
    id: uuid(12), name: "Main bank", kind: "bank", owner: people[0].0, initialAmount: "1830500.5", habits: bills),
  Account(
    id: uuid(13), name: "Tom's wallet", kind: "cash", owner: people[1].0, initialAmount: "8000", habits: shopping),
  Account(
    id: uuid(14), name: "クレジットカード", kind: "credit-card", owner: people[1].0, initialAmount: "-12345.678",
    habits: cards),
]

var dice = Dice(state: 20_241_121)
var entries: [String] = []

@MainActor
func add(_ account: Account, _ thousandths: Int, _ note: String?, year: Int, month: Int, day: Int) {
  let at = "\(year)-\(padded(month))-\(padded(day))T\(padded(dice.roll(24))):\(padded(dice.roll(60))):00Z"
  let noteMember = note.map { ",\"note\":\"\(escaped($0))\"" } ?? ""
  entries.append(
    "{\"id\":\(entries.count + 1),\"accountID\":\"\(account.id)\",\"amount\":\"\(amount(thousandths))\""
      + "\(noteMember),\"at\":\"\(at)\"}")
}

for year in [2024, 2025] {
  for month in 1...12 {
    for account in accounts {
      if account.kind == "bank" {
        add(account, 312_000_000, "給与", year: year, month: month, day: 25)
        add(account, 1 + dice.roll(900), "Interest", year: year, month: month, day: 28)
      }
      if account.kind == "cash" { add(account, 40_000_000, "ATM", year: year, month: month, day: 1) }
      for _ in 0..<(account.kind == "bank" ? 4 : 15) {
        let habit = dice.pick(account.habits)
        let steps = (habit.greatest - habit.least) / habit.step + 1
        let spent = habit.least + dice.roll(steps) * habit.step
        add(
          account, -spent, dice.roll(40) == 0 ? nil : habit.note, year: year, month: month, day: 1 + dice.roll(28))
      }
    }
  }
}

print("{\"people\":[")
print(
  people.map { "{\"id\":\"\($0.0)\",\"name\":\"\($0.1)\",\"email\":\"\($0.2)\"}" }.joined(separator: ",\n"))
print("],\"accounts\":[")
print(
  accounts.map {
    "{\"id\":\"\($0.id)\",\"name\":\"\($0.name)\",\"kind\":\"\($0.kind)\",\"ownerID\":\"\($0.owner)\","
      + "\"initialAmount\":\"\($0.initialAmount)\",\"tags\":[{\"name\":\"\($0.kind)\"},{\"name\":\"家計\"}]}"
  }.joined(separator: ",\n"))
print("],\"entries\":[")
print(entries.joined(separator: ",\n"))
print("]}")
