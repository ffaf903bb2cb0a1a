import IgataDiagnostics

extension Command {
  static let initialize = Command(
    name: "init", purpose: "write a small commented schema and igata.json",
    operands: Operands(label: "[DIR]", count: 0...1, suggestions: .folders),
    notes: "Both are written to DIR, or to the current folder. Existing files are not overwritten.", run: runInitialize)
}

private func runInitialize(_ invocation: Invocation, _ console: inout Console) throws(Failure) -> ExitStatus {
  let folder = invocation.operands.first.map(PathText.withoutTrailingSlashes) ?? "."
  guard !folder.isEmpty else { throw Failure(.usage, "the name of the folder is empty") }
  let changes = [("notebook.igata", firstSchema), (Configuration.fileName, firstConfiguration)].map { name, text in
    FileChange(FileLocation(folder: folder).appending(name), before: nil, after: Array(text.utf8))
  }
  var faults: [String] = []
  for change in changes {
    do {
      if try change.location.status() != nil {
        faults.append("'\(visible(change.path))' already exists and is not overwritten")
      }
    } catch {
      throw .unwritable(change.path, error)
    }
  }
  guard faults.isEmpty else { throw Failure(.unwritableOutput, messages: faults) }
  try Transaction.perform(changes)
  for change in changes { console.note("wrote \(visible(change.path))") }
  console.note("'igata generate\(folder == "." ? "" : " \(visible(folder))")' generates Swift and SQL from it")
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
  // A schema describes models. 'igata generate' generates Swift types and SQL tables from them.

  /// The importance of a note. Comments with three slashes are documentation, also in the Swift and the SQL.
  enum Priority: String {
    case low
    case normal
    case high
  }

  /// A notebook that contains notes.
  model Notebook {
    let id: UUID = uuid() @primaryKey  // every model has a primary key; 'let' is set once
    title: String @length(1...100) @unique  // no default, so a value is required
    notes: [Note] @inverse(notebook)  // stored in the note
  }

  model Note {
    let id: UUID = uuid() @primaryKey
    notebook: Notebook @onDelete(cascade)  // notes are deleted with their notebook
    text: String = ""
    priority: Priority = .normal
    price: Currency = 0  // exact, with three decimal places
    remindAt: Date?  // '?' makes it optional
    writtenAt: Date = now()

    index(notebook, writtenAt)
  }

  """
