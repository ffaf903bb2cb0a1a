/// What makes files one project, whose declarations share one namespace.
struct ProjectKey: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// The schemas that an `igata.json` names.
    case schemas
    /// The schemas in a folder, which is a target of a Swift package or a folder of the workspace.
    case folder(String)
    /// A document for itself.
    case document(String)
  }

  var kind: Kind
  /// The path of the nearest `igata.json`; `nil` if there is none.
  var configuration: String?

  /// The configuration without `igata.json`.
  var defaultConfiguration: Configuration {
    if case .folder(let folder) = kind { Configuration(above: [folder], or: folder) } else { Configuration() }
  }
}
