import Foundation
import TestSupport
import Testing

/// Whatever the command line and the schema, `igata` ends with a status that the documentation lists and a message, and
/// a run that fails leaves the outputs of the last one as they were.
@Test func commandsEndOrderly() throws {
  let folder = try Scratch()
  let samples = try sampleSchemas()
  var failures = 0
  for round in 0..<FuzzingBudget.rounds(150) {
    var random = SplitMix64("command", round: round)
    let schema = random.mutated(random.element(samples), changes: 6)
    try folder.write(schema, to: "Schema/schema.igata")
    let arguments = Vocabulary.commandLine(&random)
    let before = folder.contents(of: "Out")
    let outcome = try folder.igata(arguments)
    let name = "seed \(FuzzingBudget.seed), round \(round): igata \(arguments.joined(separator: " "))"
    #expect(outcome.signal == nil, "\(name): ended by signal \(outcome.signal ?? 0)")
    #expect([0, 1, 64, 66, 69, 73].contains(outcome.status), "\(name): status \(outcome.status)\n\(outcome.output)")
    if outcome.status != 0 {
      failures += 1
      #expect(!outcome.output.isEmpty, "\(name): fails without a message")
      if arguments.first == "generate" { #expect(folder.contents(of: "Out") == before, "\(name): outputs changed") }
    }
  }
  #expect(failures > 10, "the mutations find nothing to complain of")
}

private enum Vocabulary {
  private static let commands = [
    "generate", "lint", "format", "schema", "templates", "explain", "version", "help", "debug", "init", "generate",
    "lint", "format", "watc", "", "copy",
  ]
  private static let words = [
    "Schema", "Schema/schema.igata", "-o", "Out", "--target", "swift,sql", "realm", "swiftdata", "citus", "--check",
    "--stdout", "--dialect", "sqlite,postgresql", "--access", "public", "package", "--list-outputs", "--depfile",
    "Out/deps.d", "--templates", "Schema", "list", "show", "swift/file", "tree", "tokens", "plan", "--fix", "--rule",
    "type-case=off", "--strict", "--list-rules", "unknown-type", "--", "-", "--no-such-option", "--rule=", "-o=", "\u{202E}",
    "no/such/folder", "--format", "json", "--data", "--help", "-h", "--baseline",
  ]

  /// A command as somebody writes it who is in a hurry.
  static func commandLine(_ random: inout SplitMix64) -> [String] {
    // Half of the runs are right, so that what is behind the command line is reached.
    if random.chance(50) { return ["generate", "Schema", "-o", "Out", "--target", random.element(["swift", "swift,sql", "realm"])] }
    if random.chance(40) { return [random.element(["lint", "format", "schema"]), "Schema"] }
    return [random.element(commands)] + (0..<random.below(6)).map { _ in random.element(words) }
  }
}
