extension Command {
  static let version = Command(
    name: "version", purpose: "print the versions of igata, its templates and its language", run: runVersion)
}

private func runVersion(_ invocation: Invocation, _ console: inout Console) -> ExitStatus {
  console.write("igata \(Version.command)\ntemplate set \(Version.templateSet)\nlanguage \(Version.language)\n")
  return .success
}
