import Foundation

/// What the command line asks for.
enum BenchmarkArguments {
  case help
  /// Groups by name, none meaning all.
  case groups(Set<String>, Session.Unit, asJSON: Bool)
  /// One piece of work, in this process, for another process to measure.
  case probe(group: String, name: String, times: Int)

  static var usage: String {
    let names = benchmarkGroups.map(\.name).joined(separator: "|")
    return """
      usage: benchmarks [\(names)]… [--instructions] [--json]

        --instructions  count instructions under valgrind instead of processor time
        --json          print [{"group", "name", "ratio", "bar", "holds"}]
      """
  }

  init(_ arguments: [String]) throws {
    var names: Set<String> = []
    var unit = Session.Unit.seconds
    var asJSON = false
    if arguments.count == 4, arguments[0] == "--probe", arguments[2] == "--times", let times = Int(arguments[3]) {
      let parts = arguments[1].split(separator: "/", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw BenchmarkFault("a probe is named group/name") }
      self = .probe(group: parts[0], name: parts[1], times: times)
      return
    }
    for argument in arguments {
      switch argument {
      case "--instructions": unit = .instructions
      case "--json": asJSON = true
      case "--help", "-h":
        self = .help
        return
      case let name where benchmarkGroups.contains { $0.name == name }: names.insert(name)
      default: throw BenchmarkFault("unknown argument '\(argument)'\n\(Self.usage)")
      }
    }
    self = .groups(names, unit, asJSON: asJSON)
  }
}

func printError(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
