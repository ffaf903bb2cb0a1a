import IgataDiagnostics

/// A place at which an author has said that one rule is to be silent.
struct Suppression {
  var rule: String
  /// The place of the rule's name.
  var ruleRange: SourceRange
  /// Nothing where none is given.
  var reason: String?
  /// Findings that start in it are silenced.
  var scope: SourceRange
  /// What to remove where the suppression silences nothing.
  var removal: Removal
  var isUsed = false

  /// How a suppression is taken out of the source.
  enum Removal {
    /// The attribute or the comment names no other rule: it goes as a whole.
    case whole(SourceRange)
    /// It names others: the rule goes, with the comma behind it or before it.
    case part(SourceRange)
  }

  /// Where the suppression is said, for findings about it.
  var whole: SourceRange {
    switch removal {
    case .whole(let range), .part(let range): range
    }
  }
}
