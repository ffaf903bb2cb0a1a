import IgataDiagnostics

extension Command {
  static let initialise = Command(
    name: "init", purpose: "write a small commented schema and igata.json",
    operands: Operands(label: "[DIR]", count: 0...1),
    notes: "Both go into DIR, or into the current folder. Files that exist are not overwritten.", run: runInitialise)
}

private func runInitialise(_ invocation: Invocation, _ console: inout Console) throws(Failure) -> ExitStatus {
  let folder = invocation.operands.first.map(PathText.withoutTrailingSlashes) ?? "."
  guard !folder.isEmpty else { throw Failure(.usage, "the name of the folder is empty") }
  let changes = [("notebook.igata", firstSchema), (Configuration.fileName, firstConfiguration)].map { name, text in
    FileChange(path: PathText.join(folder, name), before: nil, after: Array(text.utf8))
  }
  var faults: [String] = []
  for change in changes {
    do {
      if try FileSystem.existing(change.path, followingLinks: false) != nil {
        faults.append("'\(visible(change.path))' exists already, so it is not written")
      }
    } catch {
      throw .unwritable(change.path, error)
    }
  }
  guard faults.isEmpty else { throw Failure(.unwritableOutput, messages: faults) }
  try Transaction.perform(changes)
  for change in changes { console.note("wrote \(visible(change.path))") }
  console.note("'igata generate\(folder == "." ? "" : " \(visible(folder))")' makes Swift and SQL of it")
  return .success
}

private let firstConfiguration = """
  {
    "schema": ".",
    "output": "Generated",
    "target": ["swift", "sql"],
    "dialect": ["sqlite"],
    "access": "public"
  }

  """

private let firstSchema = """
  // A schema describes models. 'igata generate' makes Swift types and SQL tables of them.

  /// How much a note matters. Three slashes are documentation: they go into the Swift and the SQL as well.
  enum Priority: String {
    case low
    case normal
    case high
  }

  /// What notes are kept in.
  model Notebook {
    let id: UUID = uuid() @primaryKey  // every model has a primary key; 'let' is set once
    title: String @length(1...100) @unique  // no default: whoever makes one has to give it
    notes: [Note] @inverse(notebook)  // kept on the other side
  }

  model Note {
    let id: UUID = uuid() @primaryKey
    notebook: Notebook @onDelete(cascade)  // a note goes when its notebook goes
    text: String = ""
    priority: Priority = .normal
    price: Currency = 0  // exact, to the thousandth
    remindAt: Date?  // '?' may be missing
    writtenAt: Date = now()

    index(notebook, writtenAt)
  }

  """
