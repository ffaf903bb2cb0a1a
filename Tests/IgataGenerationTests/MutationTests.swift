import Foundation
import IgataDiagnostics
import IgataGeneration
import TestSupport
import Testing

/// The whole pipeline runs on 10,000 damaged samples. Each results in files, or in errors whose ranges are valid, and
/// none crashes.
@Test(arguments: 0..<4)
func damagedSamplesEndInFilesOrErrors(part: Int) throws {
  let seed = UInt64(part + 1)
  var random = SplitMix64(seed: seed)
  let samples = try sampleFiles()
  let options = GenerationOptions(targets: [.swift, .sql, .realm, .swiftdata])
  var generated = 0
  for _ in 0..<FuzzingBudget.rounds(2500) {
    let sample = samples[random.below(samples.count)]
    let source = SourceFile(name: sample.name, bytes: damaged(sample.bytes, by: &random))
    let result = compile(Sources([source]), options)
    #expect(result.trees.first?.tokens.last?.end ?? 0 == source.bytes.count)
    for diagnostic in result.diagnostics where !isInside(diagnostic, source) {
      Issue.record("seed \(seed): \(diagnostic.kind) lies outside of its file")
    }
    guard result.isValid else {
      #expect(renderText(result.diagnostics, files: result.sources, color: false).contains("error: "))
      #expect(result.files.isEmpty, "seed \(seed)")
      continue
    }
    #expect(result.files.count == 6, "seed \(seed)")
    generated += 1
  }
  #expect(generated > 20, "most damage is an error, but not all of it")
}

/// Very large or deeply nested inputs end quickly with an error.
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
    let result = compile(Sources([source]))
    #expect(!result.isValid, "\(name)")
    #expect(renderText(result.diagnostics, files: [source], color: false).utf8.count < 1_000_000, "\(name)")
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

private func damaged(_ bytes: [UInt8], by random: inout SplitMix64) -> [UInt8] {
  var result = bytes
  for _ in 0...random.below(3) {
    guard !result.isEmpty else { break }
    let offset = random.below(result.count)
    let length = min(1 + random.below(12), result.count - offset)
    switch random.below(6) {
    case 0: result.removeSubrange(offset..<offset + length)
    case 1: result.insert(contentsOf: result[offset..<offset + length], at: offset)
    case 2: result.swapAt(offset, random.below(result.count))
    case 3: result.insert(UInt8(random.below(256)), at: offset)
    case 4: result[offset] = UInt8(random.below(256))
    default:
      let marks = Array("@({[\"'/*.?,:=-9\n".utf8).shuffled(by: &random).prefix(length)
      result.insert(contentsOf: marks, at: offset)
    }
  }
  return result
}

extension Array {
  fileprivate func shuffled(by random: inout SplitMix64) -> [Element] {
    var result = self
    for index in result.indices.dropFirst() { result.swapAt(index, random.below(index + 1)) }
    return result
  }
}
