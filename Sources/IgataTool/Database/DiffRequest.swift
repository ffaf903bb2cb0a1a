import IgataEvolution

/// The request of `igata diff` or `igata breaking` with a database, which stands for the version that it is at.
package struct DiffRequest: Sendable {
  /// The operands, in their order.
  package let operands: [String]
  /// The versions by dialect; empty for a dialect for which one of them has no script.
  package let versions: [String: [RunnableVersion]]
  /// The command line without the operands.
  private let command: [String]

  init(_ invocation: Invocation, of options: [OptionRule], _ versions: [String: [RunnableVersion]]) {
    command = invocation.path + invocation.arguments(of: options)
    operands = invocation.operands
    self.versions = versions
  }

  /// Whether an operand is a database.
  package func isDatabase(_ operand: String) -> Bool { DatabaseOperand.isDatabase(operand) }

  /// Compares the versions by which databases were replaced.
  ///
  /// - Parameter operands: Files, folders, and numbers of versions.
  package func run(_ operands: [String]) -> ExitStatus {
    ExitStatus(rawValue: IgataTool.run(command + ["--"] + operands)) ?? .negative
  }
}
