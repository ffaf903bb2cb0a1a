import Foundation
import TestSupport

/// The compiler that the tests were built with.
enum SwiftCompiler {
  /// Where the modules are that were built along with the tests, and those of C that they import.
  static var modules: [String] {
    let headers = (try? Tool.shell("pkg-config --cflags libpq", in: Repository.root))?.output ?? ""
    let sources = Repository.root.appending(path: "Sources")
    return ["-I", BuiltProducts.folder.appending(path: "Modules").path]
      + ["CSQLite", "CPostgreSQL", "CCurl", "../Templates/include"].flatMap { ["-I", sources.appending(path: $0).path] }
      + headers.split(whereSeparator: \.isWhitespace).filter { $0.hasPrefix("-I") }.flatMap { ["-Xcc", String($0)] }
  }

  /// The folder of the module that a `Package.swift` imports.
  static var manifestModules: String {
    let compiler = (try? Tool.shell("readlink -f \"$(xcrun -f swiftc 2>/dev/null || command -v swiftc)\"", in: Repository.root))?.output ?? ""
    return URL(filePath: compiler.trimmingCharacters(in: .whitespacesAndNewlines)).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "lib/swift/pm/ManifestAPI").path
  }

  /// What the compiler reports of examples, which it reads all at once.
  static func problems(of examples: [SwiftExample], in surroundings: SwiftExample.Surroundings) throws -> [String] {
    switch surroundings {
    case .modules: try problems(of: examples, arguments: modules)
    case .packageDescription: try problems(of: examples, arguments: ["-I", manifestModules, "-package-description-version", "6.2"])
    case .realm: try problemsOfRealm(examples)
    case .readme: try problemsOfReadme(examples)
    }
  }

  private static func problems(of examples: [SwiftExample], arguments: [String]) throws -> [String] {
    try Tool.withFolder { folder in
      for (number, example) in examples.enumerated() {
        let file = example.file(context: try context(of: example))
        try Data(file.utf8).write(to: folder.appending(path: "Example\(number).swift"))
      }
      return try errors("-typecheck \(quoted(arguments)) Example*.swift", in: folder)
    }
  }

  /// What the compiler reports of the README's examples, beside the models of the schema that it shows.
  private static func problemsOfReadme(_ examples: [SwiftExample]) throws -> [String] {
    try Tool.withFolder { folder in
      for block in CodeBlock.of("igata") where block.file == "README.md" {
        try Data(block.code.utf8).write(to: folder.appending(path: "household.igata"))
      }
      let generated = try Tool.shell("igata generate household.igata --target swift -o .", in: folder)
      if generated.status != 0 { throw Failure(description: generated.output) }
      for (number, example) in examples.enumerated() {
        try Data(example.file(context: "").utf8).write(to: folder.appending(path: "Example\(number).swift"))
      }
      return try errors("-typecheck \(quoted(modules)) *.swift", in: folder)
    }
  }

  /// What the compiler reports of examples for Realm, beside the classes that igata writes for it.
  private static func problemsOfRealm(_ examples: [SwiftExample]) throws -> [String] {
    try Tool.withFolder { folder in
      let tests = Repository.root.appending(path: "Tests")
      let shape = tests.appending(path: "Flavors/RealmShape")
      let sources = try FileManager.default.contentsOfDirectory(atPath: shape.path).filter { $0.hasSuffix(".swift") }
      try emit(module: "RealmSwift", of: sources.map { shape.appending(path: $0).path }, into: folder)
      for (number, example) in examples.enumerated() {
        let file = example.file(context: "import Foundation\nimport RealmSwift\n")
        try Data(file.utf8).write(to: folder.appending(path: "Example\(number).swift"))
      }
      let models = tests.appending(path: "GeneratedRealm").path
      return try errors("-typecheck -I . Example*.swift '\(models)'/*.swift", in: folder)
    }
  }

  private static let contexts = Repository.root.appending(path: "Tests/DocumentationTests/Contexts")

  /// What a page takes for granted: what all do, and what is its own.
  private static func context(of example: SwiftExample) throws -> String {
    if example.surroundings == .packageDescription { return "import PackageDescription" }
    let own = contexts.appending(path: "\(example.context).swift")
    let common = try String(contentsOf: contexts.appending(path: "Common.swift"), encoding: .utf8)
    guard let text = try? String(contentsOf: own, encoding: .utf8) else { return common }
    return text.hasPrefix("// Alone.") ? text : common + text
  }

  private static func emit(module: String, of files: [String], into folder: URL) throws {
    let found = try errors(
      "-parse-as-library -emit-module -module-name \(module) -o \(module).swiftmodule \(quoted(files))", in: folder)
    if !found.isEmpty { throw Failure(description: found.joined(separator: "\n")) }
  }

  private static func errors(_ command: String, in folder: URL) throws -> [String] {
    let outcome = try Tool.shell(
      "swiftc -swift-version 6 -suppress-warnings -diagnostic-style=llvm \(command)", in: folder)
    let errors = outcome.output.split(separator: "\n").filter { $0.contains(": error: ") }.map(String.init)
    return errors.isEmpty && outcome.status != 0 ? [outcome.output] : errors
  }

  private static func quoted(_ words: [String]) -> String { words.map { "'\($0)'" }.joined(separator: " ") }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }
}
