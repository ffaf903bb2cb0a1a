import RealmSwift

nonisolated func uses() throws -> String {
  let person = Person()
  try person.convert(dictionary: ["name": "a"])
  try RealmStore().save(person)
  return "\(person) \(person.convert().count) \(Currency(savedValue: 1).savedValue)"
}
