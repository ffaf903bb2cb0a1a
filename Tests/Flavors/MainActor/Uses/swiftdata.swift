nonisolated func uses() -> String {
  let person = Person(name: "a")
  return "\(person.name) \(Currency(savedValue: 1).savedValue)"
}
