/// The templates and blocks that are being run, with what each of them needs when it goes on.
struct CallStack {
  struct Call {
    var entry: Int
    var returnsTo: Int
    /// The operation that made the call, for messages.
    var caller: Int
    var indentation: Range<Int>
    var environment: Int?
    var environments: Int
    var whiteSpace: Int
  }

  /// What parent tags give for blocks: the tag's own definitions, and those that hold where the tag stands.
  struct Environment {
    var outer: Int?
    var definitions: Range<Int>
  }

  private(set) var calls: [Call] = []
  private var environments: [Environment] = []
  private var environment: Int?
  /// The indentations of all calls, one behind the other.
  private var whiteSpace: [UInt8] = []
  /// The indentation in force.
  private(set) var indentation = 0..<0

  var depth: Int { calls.count }

  mutating func removeAll() {
    calls.removeAll(keepingCapacity: true)
    environments.removeAll(keepingCapacity: true)
    environment = nil
    whiteSpace.removeAll(keepingCapacity: true)
    indentation = 0..<0
  }

  mutating func call(_ entry: Int, from operation: Int, returningTo end: Int) {
    calls.append(
      Call(
        entry: entry, returnsTo: end, caller: operation, indentation: indentation, environment: environment,
        environments: environments.count, whiteSpace: whiteSpace.count))
  }

  /// Ends the latest call.
  mutating func finish() -> Call? {
    guard let call = calls.popLast() else { return nil }
    whiteSpace.removeLast(whiteSpace.count - call.whiteSpace)
    indentation = call.indentation
    environments.removeLast(environments.count - call.environments)
    environment = call.environment
    return call
  }

  // MARK: Indentation

  var indentationText: ArraySlice<UInt8> { whiteSpace[indentation] }

  mutating func indent(by more: ArraySlice<UInt8>) {
    // The one in force is always the last: what a call adds goes with it.
    whiteSpace.append(contentsOf: more)
    indentation = indentation.lowerBound..<whiteSpace.count
  }

  mutating func dropIndentation() { indentation = whiteSpace.count..<whiteSpace.count }

  // MARK: Blocks

  mutating func define(_ definitions: Range<Int>) {
    guard !definitions.isEmpty else { return }
    environments.append(Environment(outer: environment, definitions: definitions))
    environment = environments.count - 1
  }

  /// What is given for `block`: of several parent tags the outermost has the last word.
  func definition(of block: Int, in code: Code) -> (entry: Int, environment: Int?)? {
    var found: (Int, Int?)?
    var next = environment
    while let index = next {
      let environment = environments[index]
      if let definition = code.definition(of: block, among: environment.definitions) {
        found = (definition.entry, environment.outer)
      }
      next = environment.outer
    }
    return found
  }

  /// Lets the text given for a block see what holds where its parent tag stands.
  mutating func enter(_ environment: Int?) { self.environment = environment }
}
