import IgataDiagnostics

/// A suppression of one rule in the source.
struct Suppression {
  var rule: String
  /// The range of the rule's name.
  var ruleRange: SourceRange
  /// `nil` if there is none.
  var reason: String?
  /// Findings that start in it are suppressed.
  var scope: SourceRange
  /// What to remove if the suppression has no effect.
  var removal: Removal
  let form: Form
  var isUsed = false

  enum Form {
    case attribute, comment
  }

  /// How a suppression is removed from the source.
  enum Removal {
    /// The attribute or the comment has no other rule, and is removed as a whole.
    case whole(SourceRange)
    /// It has other rules: this one is removed, with the comma after or before it.
    case part(SourceRange)
  }

  /// The range of the suppression, for findings about it.
  var whole: SourceRange {
    switch removal {
    case .whole(let range), .part(let range): range
    }
  }
}
