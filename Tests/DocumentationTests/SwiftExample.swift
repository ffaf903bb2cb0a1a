import Foundation

/// A block of Swift with what it takes for granted around it, as a file that the compiler reads.
struct SwiftExample {
  /// What kind of code a block is, which tells where in a file it may stand.
  enum Form {
    /// Arguments of a `Package`.
    case package
    /// Elements of a list of a `Package`.
    case target, dependency
    /// Members of a view.
    case view
    /// Declarations of a file.
    case declarations
    /// What stands in a function.
    case statements
  }

  let block: CodeBlock

  var form: Form {
    let code = block.code.replacing(#/^(\s|//.*\n)*/#, with: "")
    if code.hasPrefix("platforms:") || code.hasPrefix("dependencies:") || code.hasPrefix("targets:") { return .package }
    if code.hasPrefix(".package(") { return .dependency }
    if code.hasPrefix(".target(") || code.hasPrefix(".testTarget(") { return .target }
    if code.contains("some View") { return .view }
    let isDeclared = code.contains(#/(?m)^((public |final |private )*(func|class|struct|extension|enum)|@Test|@main) ?/#)
    return isDeclared ? .declarations : .statements
  }

  /// What the compiler has to know of besides.
  enum Surroundings {
    /// The modules of this package, and models of the samples.
    case modules
    /// The module of manifests, which comes with the package manager.
    case packageDescription
    /// The classes that igata writes for Realm.
    case realm
    /// The models of the schema that the README shows.
    case readme
  }

  var surroundings: Surroundings {
    switch form {
    case .package, .target, .dependency: .packageDescription
    case .view, .declarations, .statements:
      switch context {
      case "RealmAndSwiftData": .realm
      case "README": .readme
      default: .modules
      }
    }
  }

  /// The name of a file in `Contexts` that declares what the page takes for granted.
  var context: String {
    let name = block.file.split(separator: "/").last.map(String.init) ?? ""
    return name.replacing(#/\.(md|swift)$/#, with: "")
  }

  /// The file, in which errors have the lines of the documentation.
  func file(context: String) -> String {
    let lines = block.code.split(separator: "\n", omittingEmptySubsequences: false)
    let imports = lines.filter { $0.hasPrefix("import ") }
    let code = lines.map { $0.hasPrefix("import ") ? "" : Self.complete($0) }.joined(separator: "\n")
    let (head, tail) = wrapping
    return """
      \(imports.joined(separator: "\n"))
      \(context)
      #sourceLocation(file: "\(block.file)", line: \(block.line - 1))
      \(head)
      \(code)
      \(tail)
      #sourceLocation()

      """
  }

  /// What a reader is expected to fill in, empty.
  private static func complete(_ line: Substring) -> Substring {
    line.replacing("{ … }", with: "{ }").replacing("[…]", with: "[]").replacing("in … }", with: "in }")
  }

  /// What makes a whole file of the code, each on one line.
  private var wrapping: (head: String, tail: String) {
    switch form {
    case .package: ("@MainActor private let package = Package(name: \"App\",", ")")
    case .target: ("@MainActor private let targets: [Target] = [", "]")
    case .dependency: ("@MainActor private let dependencies: [Package.Dependency] = [", "]")
    case .view: ("@MainActor private struct Example: View {", "}")
    case .declarations: ("", "")
    case .statements: ("@MainActor private func example() async throws {", "}")
    }
  }
}
