import IgataDiagnostics
import IgataGeneration
import IgataTemplates

extension Command {
  static let templates = group(
    "templates", "list, show and replace the built-in templates, or render a template",
    [.listTemplates, .showTemplate, .ejectTemplates, .renderTemplate])

  private static let listTemplates = Command(
    name: "list", purpose: "print the names of the built-in templates", run: runListTemplates)
  private static let showTemplate = Command(
    name: "show", purpose: "print a built-in template",
    operands: Operands(label: "NAME", count: 1...1, suggestions: .words(.templates)),
    run: runShowTemplate)
  private static let ejectTemplates = Command(
    name: "eject", purpose: "write the built-in templates into a folder",
    operands: Operands(label: "DIR", count: 1...1, suggestions: .folders),
    notes: """
      'igata generate --templates DIR' then uses them. Delete those that you do not change, so that
      you get improvements of the built-in ones. Existing files are not overwritten.
      """,
    run: runEjectTemplates)
}

private func runListTemplates(_ invocation: Invocation, _ console: inout Console) -> ExitStatus {
  for template in BuiltInTemplates.all { console.write("\(template.name)\n") }
  return .success
}

private func runShowTemplate(_ invocation: Invocation, _ console: inout Console) throws(Failure) -> ExitStatus {
  let given = invocation.operands.first ?? ""
  let name =
    PathText.hasEnding(given, TemplateSource.ending) ? String(given.dropLast(TemplateSource.ending.count)) : given
  guard let template = BuiltInTemplates.all.first(where: { $0.name == name }) else {
    let near = nearest(name, in: BuiltInTemplates.all.map(\.name))
    throw Failure(
      .usage,
      "there is no template '\(visible(name))'; "
        + (near.map { "did you mean '\($0)'?" } ?? "'igata templates list' lists all of them"))
  }
  console.write(template.text)
  return .success
}

private func runEjectTemplates(_ invocation: Invocation, _ console: inout Console) throws(Failure) -> ExitStatus {
  let folder = invocation.operands.first ?? "."
  var changes: [FileChange] = []
  var faults: [String] = []
  for template in BuiltInTemplates.all {
    let location = FileLocation(folder: folder).appending(template.name + TemplateSource.ending)
    let content = Array(template.text.utf8)
    do {
      if try location.status() == nil {
        changes.append(FileChange(location, before: nil, after: content))
      } else if try location.read() != content {
        faults.append("'\(visible(location.path))' already exists with other content and is not overwritten")
      }
    } catch {
      throw .unwritable(location.path, error)
    }
  }
  guard faults.isEmpty else { throw Failure(.unwritableOutput, messages: faults) }
  try Transaction.perform(changes)
  for change in changes { console.note("wrote \(visible(change.path))") }
  return .success
}
