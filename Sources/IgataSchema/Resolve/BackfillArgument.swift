import IgataSyntax

/// The argument of `@backfill`, before the type of what it is on is known.
enum BackfillArgument {
  /// What is made of the old value.
  enum Conversion: String, CaseIterable {
    case rounded, truncated, clamped
  }

  /// The word for no value.
  static let noValue = "none"

  case value(ExpressionSyntax)
  case conversion(Conversion)
  /// SQL for both dialects is in both.
  case sql(sqlite: LiteralSyntax?, postgresql: LiteralSyntax?)
  case swift(LiteralSyntax)
  case none

  /// `nil` if the arguments have another form.
  init?(_ arguments: [ArgumentSyntax]) {
    guard let first = arguments.first else { return nil }
    guard first.label != nil else {
      guard arguments.count == 1 else { return nil }
      self.init(word: first.value)
      return
    }
    var texts: [ArgumentLabel: LiteralSyntax] = [:]
    for argument in arguments {
      guard let label = (argument.label?.text).flatMap(ArgumentLabel.init), texts[label] == nil,
        case .literal(let literal) = argument.value, case .string = literal.value
      else { return nil }
      texts[label] = literal
    }
    if let function = texts[.swift], texts.count == 1 {
      self = .swift(function)
      return
    }
    switch Set(texts.keys) {
    case [.sql]: self = .sql(sqlite: texts[.sql], postgresql: texts[.sql])
    case [.sqlite], [.postgresql], [.sqlite, .postgresql]:
      self = .sql(sqlite: texts[.sqlite], postgresql: texts[.postgresql])
    default: return nil
    }
  }

  private init(word: ExpressionSyntax) {
    guard case .name(let name) = word else {
      self = .value(word)
      return
    }
    if name.text == Self.noValue {
      self = .none
    } else {
      self = Conversion(rawValue: name.text).map(BackfillArgument.conversion) ?? .value(word)
    }
  }
}
