/// The templates and blocks that are running, each with the state that it needs when it continues.
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

  /// The block definitions in effect: those of a parent tag, and those that were in effect at the tag.
  struct Environment {
    var outer: Int?
    var definitions: Range<Int>
  }

  private(set) var calls: [Call] = []
  private var environments: [Environment] = []
  private var environment: Int?
  /// The indentations of all calls, concatenated.
  private var whiteSpace: [UInt8] = []
  /// The current indentation.
  private(set) var indentation = 0..<0

  var depth: Int { calls.count }
  /// The number of parent tags whose blocks can be in effect.
  var definedCount: Int { environments.count }

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

  func writeIndentation(into text: inout TextBuffer) { text.append(whiteSpace[indentation]) }

  mutating func indent(by more: ArraySlice<UInt8>) {
    // The current indentation is always the last, so what a call adds is removed with it.
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

  /// The definition of `block`. If several parent tags define it, the outermost one is used.
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

  /// Makes the definitions that were in effect at the parent tag visible to the block's definition.
  mutating func enter(_ environment: Int?) { self.environment = environment }
}
