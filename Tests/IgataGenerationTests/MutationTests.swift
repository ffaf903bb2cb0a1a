import Foundation
import IgataDiagnostics
import IgataGeneration
import IgataSchema
import IgataSyntax
import Testing

/// SplitMix64, so that a failure can be run again from its seed.
private struct Dice {
  var state: UInt64

  mutating func roll(_ sides: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(max(sides, 1)))
  }
}

/// 10,000 samples that were damaged go through the whole pipeline. Each ends in files or in errors whose places lie
/// in the source; none ends the process.
@Test(arguments: 0..<4)
func damagedSamplesEndInFilesOrErrors(part: Int) throws {
  let seed = UInt64(part + 1)
  var dice = Dice(state: seed)
  let samples = try sampleFiles()
  let (templates, _) = compileTemplates(builtInTemplateSources())
  var generated = 0
  for _ in 0..<2500 {
    let sample = samples[dice.roll(samples.count)]
    let source = SourceFile(name: sample.name, bytes: damaged(sample.bytes, by: &dice))
    let (tree, problems) = parse(source, file: 0)
    #expect(tree.tokens.last?.end ?? 0 == source.bytes.count)
    let (schema, findings) = resolve([tree], options: ResolveOptions())
    let diagnostics = problems + findings
    for diagnostic in diagnostics where !isInside(diagnostic, source) {
      Issue.record("seed \(seed): \(diagnostic.kind) lies outside of its file")
    }
    guard diagnostics.allSatisfy({ $0.severity != .error }) else {
      #expect(renderText(diagnostics, files: [source], colour: false).contains("error: "))
      continue
    }
    let (plan, warnings) = plan(
      schema, sources: ["sample"], options: GenerationOptions(targets: [.swift, .sql, .realm, .swiftdata]))
    let (files, failures) = render(plan, templates: templates)
    #expect(failures.isEmpty && files.count == 6, "seed \(seed)")
    #expect(warnings.allSatisfy { $0.severity == .warning }, "seed \(seed)")
    generated += 1
  }
  #expect(generated > 20, "most damage is an error, but not all of it")
}

/// Inputs that are large or deep end soon, with an error.
@Test func monstrousInputsEndSoon() throws {
  let monsters: [(String, [UInt8])] = [
    ("10 MB of one identifier", Array(repeating: UInt8(ascii: "a"), count: 10_000_000)),
    (
      "10 MB of one string",
      Array("model A { a: String = \"".utf8) + Array(repeating: UInt8(ascii: "x"), count: 10_000_000)
    ),
    ("10 MB of digits", Array("model A { a: Int = ".utf8) + Array(repeating: UInt8(ascii: "9"), count: 10_000_000)),
    ("10 MB of an open comment", Array("/*".utf8) + Array(repeating: UInt8(ascii: " "), count: 10_000_000)),
    ("10 MB of invalid UTF-8", Array(repeating: 0xFF, count: 10_000_000)),
    ("10,000 brackets", Array("model A { a: ".utf8) + Array(repeating: UInt8(ascii: "["), count: 10_000)),
    ("10,000 parentheses", Array("model A { a: Int @x".utf8) + Array(repeating: UInt8(ascii: "("), count: 10_000)),
    ("10,000 braces", Array("model A ".utf8) + Array(repeating: UInt8(ascii: "{"), count: 10_000)),
    ("10,000 comments", Array(repeatElement(Array("/*".utf8), count: 10_000).joined())),
    ("10,000 question marks", Array("model A { a: Int".utf8) + Array(repeating: UInt8(ascii: "?"), count: 10_000)),
  ]
  for (name, bytes) in monsters {
    let source = SourceFile(name: "monster.igata", bytes: bytes)
    let (tree, problems) = parse(source, file: 0)
    let (_, findings) = resolve([tree], options: ResolveOptions())
    #expect(!(problems + findings).isEmpty, "\(name)")
    #expect(renderText(problems + findings, files: [source], colour: false).utf8.count < 1_000_000, "\(name)")
  }
}

private func sampleFiles() throws -> [SourceFile] {
  let folder = testsFolder.appendingPathComponent("Samples")
  return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".igata") }.sorted()
    .map { SourceFile(name: $0, bytes: [UInt8](try Data(contentsOf: folder.appendingPathComponent($0)))) }
}

private func isInside(_ diagnostic: Diagnostic, _ source: SourceFile) -> Bool {
  diagnostic.range.start >= 0 && diagnostic.range.start <= diagnostic.range.end
    && diagnostic.range.end <= source.bytes.count
}

private func damaged(_ bytes: [UInt8], by dice: inout Dice) -> [UInt8] {
  var result = bytes
  for _ in 0...dice.roll(3) {
    guard !result.isEmpty else { break }
    let place = dice.roll(result.count)
    let length = min(1 + dice.roll(12), result.count - place)
    switch dice.roll(6) {
    case 0: result.removeSubrange(place..<place + length)
    case 1: result.insert(contentsOf: result[place..<place + length], at: place)
    case 2: result.swapAt(place, dice.roll(result.count))
    case 3: result.insert(UInt8(dice.roll(256)), at: place)
    case 4: result[place] = UInt8(dice.roll(256))
    default: result.insert(contentsOf: Array("@({[\"'/*.?,:=-9\n".utf8).shuffled(by: &dice).prefix(length), at: place)
    }
  }
  return result
}

extension Array {
  fileprivate func shuffled(by dice: inout Dice) -> [Element] {
    var result = self
    for index in result.indices.dropFirst() { result.swapAt(index, dice.roll(index + 1)) }
    return result
  }
}
