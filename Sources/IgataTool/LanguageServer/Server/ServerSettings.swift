import IgataEditing
import IgataTemplateLanguage

/// The settings of the user in the editor, which is the section `igata`.
///
/// ```json
/// {"rename": "keepStoredName", "inlayHints": {"columns": true, "tables": false}}
/// ```
struct ServerSettings: Hashable {
  /// The name of the section.
  static let section = "igata"

  var storedName = StoredName.follow
  var inlayHints = InlayHint.Kinds.all

  /// Settings that aren't there, or have the wrong type, have their default.
  init(_ value: JSONValue? = nil) {
    if value?["rename"]?.text == "keepStoredName" { storedName = .keep }
    let hints = value?["inlayHints"]
    if hints?.flag == false { inlayHints = [] }
    let kinds: [(String, InlayHint.Kinds)] = [
      ("columns", .columns), ("tables", .tables), ("deleteRules", .deleteRules), ("rawValues", .rawValues),
      ("joinTables", .joinTables),
    ]
    for (name, kind) in kinds where hints?[name]?.flag == false { inlayHints.remove(kind) }
  }
}
