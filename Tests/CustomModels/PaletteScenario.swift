import IgataRuntime

/// What a store answers about models whose columns have Swift types of the program's own. Every backend answers alike.
package enum PaletteScenario {
  package static let expected = [
    "saved: red nil [red, blue] blue nil",
    "converted: green blue [green] red 180",
    "refused: turn",
    "fallback: red",
    "refused default: color",
    "by value: lime, sea",
    "by list: sea",
    "beyond the condition: Lime",
    "in order: Lime 90, sea 180",
    "raw: sea",
    "key: green 270",
    "related: sea",
    "updated: blue",
    "repeated: name",
    "dictionary: green blue 180",
  ]

  package static func answers(of store: Store) async throws -> [String] {
    var answers: [String] = []
    let first = try await store.save(Swatch(name: "Lime"))
    let found = try await store.find(Swatch.self, id: first.id)
    answers.append(found.map { "saved: " + describe($0) } ?? "lost")
    let wheel = try await store.save(Wheel(color: .green, turn: Angle(degrees: 270)))
    var second = try Swatch(dictionary: [
      "name": "sea", "color": "green", "accent": "blue", "shades": ["green"],
      "mark": ["color": "red", "angle": 180],
    ])
    second.wheel = wheel
    second = try await store.save(second)
    answers.append("converted: " + describe(second))
    let refused = refusedField { () throws(ConversionError) in _ = try Wheel(dictionary: ["color": "red", "turn": 45]) }
    answers.append("refused: " + refused)
    let blot = try await store.save(Blot())
    answers.append("fallback: \(blot.color)")
    let wrong = refusedField { () throws(ConversionError) in _ = try Blot(dictionary: [:]) }
    answers.append("refused default: " + wrong)
    return answers + (try await queries(store)) + (try await changes(store, second))
  }

  private static func refusedField(_ conversion: () throws(ConversionError) -> Void) -> String {
    do {
      try conversion()
    } catch {
      return error.path.last ?? ""
    }
    return "none"
  }

  private static func queries(_ store: Store) async throws -> [String] {
    let either = Swatch.where { $0.color == Palette.Color.red || $0.accent == .blue }.order { $0.name.ascending }
    let listed = Swatch.where { $0.color.isIn([.green, .blue]) && $0.mark.angle == Angle(degrees: 180) }
    let sorted = try await store.fetch(Swatch.all.order { $0.name.ascending })
    // A constraint with a condition on the color contains no row without an accent.
    let plain = try await store.fetch(Swatch.where { $0.color == .red })
    let raw = Swatch.where { $0.accent.rawValue.contains("lu") }
    let key = try await store.find(Wheel.self, id: .green)
    let related = Swatch.where { $0.wheel.turn == Angle(degrees: 270) && $0.wheelID == Palette.Color.green }
    return [
      "by value: " + names(try await store.fetch(either)),
      "by list: " + names(try await store.fetch(listed)),
      "beyond the condition: " + plain.map(\.name).joined(separator: ", "),
      "in order: " + sorted.map { "\($0.name) \($0.mark.angle?.degrees ?? 90)" }.joined(separator: ", "),
      "raw: " + names(try await store.fetch(raw)),
      "key: " + (key.map { "\($0.Gauge?.rawValue ?? "") \($0.turn.degrees)" } ?? "none"),
      "related: " + names(try await store.fetch(related)),
    ]
  }

  private static func changes(_ store: Store, _ swatch: Swatch) async throws -> [String] {
    _ = try await store.update(Swatch.where { $0.name == "Lime" }) { $0.color.set(.blue) }
    let updated = try await store.first(Swatch.where { $0.name == "Lime" })
    var answers = ["updated: \(updated.map { "\($0.color)" } ?? "none")"]
    do {
      try await store.save(Swatch(name: "lIME"))
    } catch {
      guard case .duplicateKey(_, _, let fields) = error else { throw error }
      answers.append("repeated: " + fields.joined(separator: ", "))
    }
    let dictionary = swatch.convert()
    return answers + ["dictionary: \(dictionary["color"] ?? "") \(dictionary["accent"] ?? "") 180"]
  }

  private static func describe(_ swatch: Swatch) -> String {
    let accent = swatch.accent.map { "\($0)" } ?? "nil"
    let angle = swatch.mark.angle.map { "\($0.degrees)" } ?? "nil"
    return "\(swatch.color) \(accent) \(swatch.shades) \(swatch.mark.color) \(angle)"
      .replacing("CustomModels.Palette.Color.", with: "")
  }

  private static func names(_ swatches: [Swatch]) -> String {
    swatches.map { $0.name.lowercased() }.joined(separator: ", ")
  }
}
