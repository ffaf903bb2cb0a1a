import IgataSchema
import IgataTables

/// How the values that a column accepts change.
struct BoundsChange {
  /// Whether values that were accepted no longer are.
  var isTighter = false
  /// Whether values are accepted that were not.
  var isLooser = false

  init(_ old: ColumnConstraints, _ new: ColumnConstraints) {
    compareMinima(old.minimumLength.map(Self.number), new.minimumLength.map(Self.number))
    compareMaxima(old.maximumLength.map(Self.number), new.maximumLength.map(Self.number))
    compareMinima(old.minimum.map { ExactNumber($0) }, new.minimum.map { ExactNumber($0) })
    let (before, after) = (old.maximum.map { ExactNumber($0) }, new.maximum.map { ExactNumber($0) })
    if before == after, before != nil {
      if new.excludesMaximum, !old.excludesMaximum { isTighter = true }
      if old.excludesMaximum, !new.excludesMaximum { isLooser = true }
    } else {
      compareMaxima(before, after)
    }
  }

  private static func number(_ length: Int) -> ExactNumber { ExactNumber(Int64(length)) }

  /// Compares lower bounds, of which the greater one is tighter.
  private mutating func compareMinima(_ old: ExactNumber?, _ new: ExactNumber?) { compare(old, new, isTighter: >) }

  /// Compares upper bounds, of which the smaller one is tighter.
  private mutating func compareMaxima(_ old: ExactNumber?, _ new: ExactNumber?) { compare(old, new, isTighter: <) }

  private mutating func compare(
    _ old: ExactNumber?, _ new: ExactNumber?, isTighter: (ExactNumber, ExactNumber) -> Bool
  ) {
    switch (old, new) {
    case (nil, nil): break
    case (nil, .some): self.isTighter = true
    case (.some, nil): isLooser = true
    case (let old?, let new?):
      if isTighter(new, old) { self.isTighter = true }
      if isTighter(old, new) { isLooser = true }
    }
  }
}
