import Foundation

extension BenchmarkGroup {
  /// The time that all rules take over a schema, and how it grows.
  static let lint = BenchmarkGroup(name: "lint") { session in
    let igata = try buildStaticTool(session)
    let folder = try session.folder("lint")
    var commands: [(models: Int, command: Command)] = []
    for models in [100, 1_000, 10_000] {
      let file = folder.appendingPathComponent("\(models).igata")
      try Data(lintedSchema(models: models).utf8).write(to: file)
      commands.append((models, Command(igata, ["lint", file.lastPathComponent], in: folder.path)))
    }
    session.say("linting 100, 1,000 and 10,000 models")
    let subjects = commands.map { models, command in
      Subject(String(models), command, in: session, times: 10_000 / models > 10 ? 10 : 1)
    }
    let costs = try await measureInTurn(subjects, in: session)
    func cost(_ models: Int) -> Double { costs[String(models)] ?? .nan }
    func growth(from small: Int, to large: Int) -> Measurement {
      Measurement(
        group: "lint", name: "\(large) models beside \(small)", ratio: cost(large) / cost(small), bar: 11,
        figures: "\(figure(cost(large), session.unit)), \(figure(cost(small), session.unit))")
    }
    let most = 0.150
    let time = Measurement(
      group: "lint", name: "1000 models, of 150 ms", ratio: cost(1_000) / most, bar: 1,
      figures: figure(cost(1_000), session.unit))
    // Instructions have no milliseconds to be held against.
    return (session.unit == .seconds ? [time] : []) + [growth(from: 100, to: 1_000), growth(from: 1_000, to: 10_000)]
  }
}

/// Models of ten fields as people write them: keys, relations, constraints, documentation, and here and there something
/// for a rule to find, but not so much that printing would be what is measured.
private func lintedSchema(models: Int) -> String {
  var text = """
    /// How something is held.
    enum Kind: String {
      case first
      case second
    }

    """
  for index in 0..<models {
    text += """

      /// What number \(index) is about.
      model Subject\(index)Record {
        let id: UUID = uuid() @primaryKey
        name: String = "" @length(...100)
        unitCount: Int32 = 0 @range(0...1_000)
        isActive: Bool = false
        growthRate: Double?
        price: \(index % 50 == 0 ? "Double" : "Currency") = 0
        kind: Kind = .first
        remark\(word(index)): String?
        createdAt: Date = now() @index
        parent: Subject\(index * 7 % models)Record? @onDelete(nullify)

        index(kind, name)
      }

      """
  }
  return text
}

/// A word that no other number has, so that rules that keep what they have seen have something to keep.
private func word(_ number: Int) -> String {
  let syllables = ["ba", "de", "fi", "go", "ku", "la", "me", "ni", "po", "ru"]
  return String(number).utf8.map { syllables[Int($0) - 48] }.joined().capitalized
}
