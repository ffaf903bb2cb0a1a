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

  /// Whether a renamed model or field keeps the name of its table or column.
  var keepsStoredNames = false
  var inlayHints = InlayHint.Kinds.all

  /// Settings that aren't there, or have the wrong type, have their default.
  init(_ value: JSONValue? = nil) {
    keepsStoredNames = value?["rename"]?.text == "keepStoredName"
    let hints = value?["inlayHints"]
    if hints?.flag == false { inlayHints = [] }
    let kinds: [(String, InlayHint.Kinds)] = [
      ("columns", .columns), ("tables", .tables), ("deleteRules", .deleteRules), ("rawValues", .rawValues),
      ("joinTables", .joinTables),
    ]
    for (name, kind) in kinds where hints?[name]?.flag == false { inlayHints.remove(kind) }
  }
}
