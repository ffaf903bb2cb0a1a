import Foundation

/// A block of commands of the documentation.
struct ShellExample {
  let block: CodeBlock

  /// Commands that take a server or minutes, and the file whose run proves them.
  private static let provedElsewhere: [(prefix: String, by: String)] = [
    ("Examples/Releases/release", "Tests/Builds/release"),
    ("Examples/quickstart", "Examples/quickstart"),
    ("Tests/run", "Tests/run"),
    ("IGATA_CITUS=", "Tests/run"),
    ("igata copy ", "Tests/IgataDatabaseTests"),
    ("igata migrate adopt ", "Tests/MigrationTests"),
    ("igata migrate apply ", "Tests/MigrationTests"),
    ("igata migrate sql ", "Tests/MigrationTests"),
    ("igata migrate status ", "Tests/MigrationTests"),
    ("psql ", "Tests/Citus"),
    ("swift package --allow-writing-to-package-directory igata ", "Tests/Builds/plugin"),
  ]

  /// The commands, one a line, without what is said of them.
  var commands: [String] {
    block.code.split(separator: "\n").map { line in
      line.replacing(#/\s+# .*$/#, with: "").trimmingCharacters(in: .whitespaces)
    }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }

  /// Runs the commands one after the other and returns what went wrong.
  func problems(in folder: URL) throws -> [String] {
    if !block.code.contains("igata init") { try Self.prepare(folder) }
    return try commands.compactMap { command in
      if let proof = Self.provedElsewhere.first(where: { command.hasPrefix($0.prefix) }) {
        let isThere = FileManager.default.fileExists(atPath: Repository.root.appending(path: proof.by).path)
        return isThere ? nil : "\(command): no \(proof.by)"
      }
      if command.hasPrefix("swift build ") { return try problem(ofBuild: command) }
      guard command.hasPrefix("igata ") else { return "\(command): nothing runs this command" }
      let outcome = try Tool.shell(command, in: folder)
      return outcome.status == 0 ? nil : "\(command): exit \(outcome.status)\n\(outcome.output)"
    }
  }

  /// A folder as a reader of the documentation has it: with a schema, and a generator of one's own.
  static func prepare(_ folder: URL) throws {
    try FileManager.default.createDirectory(at: folder.appending(path: "Schema"), withIntermediateDirectories: true)
    let sample = Repository.root.appending(path: "Tests/Samples/household.igata")
    try FileManager.default.copyItem(at: sample, to: folder.appending(path: "Schema/Shop.igata"))
    let templates = Repository.root.appending(path: "Examples/Templates/templates")
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "Schema/templates"), withDestinationURL: templates)
    let generator = folder.appending(path: "my-generator")
    try Data("#!/bin/sh\ngrep -q models\n".utf8).write(to: generator)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: generator.path)
  }

  /// A build of a product would take minutes; that there is one, with these traits, takes a look.
  private func problem(ofBuild command: String) throws -> String? {
    let manifest = try Repository.text(of: "Package.swift")
    let words = command.split(separator: " ")
    for (option, value) in zip(words, words.dropFirst()) {
      if option == "--product", !manifest.contains("name: \"\(value)\"") { return "\(command): no product \(value)" }
      for trait in option == "--traits" ? value.split(separator: ",") : []
      where !manifest.contains(".trait(name: \"\(trait)\"") {
        return "\(command): no trait \(trait)"
      }
    }
    let help = try Tool.shell("swift build --help-hidden", in: Repository.root).output
    for option in words where option.hasPrefix("--") && !help.contains(option) { return "\(command): no \(option)" }
    return nil
  }
}
