import CustomModels
import IgataRuntime
import Testing

/// Columns whose Swift types are the program's own are stored, found and refused like any others.
@Test(arguments: BackendChoice.allCases)
func typesOfTheProgramAreStored(_ choice: BackendChoice) async throws {
  let store = Store(try await choice.make())
  try await store.prepare(PaletteSchema.self)
  let answers = try await PaletteScenario.answers(of: store)
  #expect(answers == PaletteScenario.expected)
}

/// A raw value that the type refuses, which another program has written, is an error and not another value.
@Test func refusedRawValuesAreFaults() throws {
  #expect(Angle(rawValue: 45) == nil && Angle(default: 45) == Angle.fallback)
  #expect(Palette.Color(default: "octarine") == .red && Palette.Color.fallback == .red)
  let error = #expect(throws: ConversionError.self) { try Wheel(dictionary: ["color": "mauve"]) }
  #expect(error?.path.last == "color" && error?.reason == .constraint("the rules of 'Color'"), "\(error as Any)")
}
