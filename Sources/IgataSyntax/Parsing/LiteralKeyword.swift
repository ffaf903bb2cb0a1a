/// The words that are literals.
package enum LiteralKeyword: String, CaseIterable, Sendable {
  case `true`, `false`, `nil`

  var value: LiteralSyntax.Value {
    switch self {
    case .true: .boolean(true)
    case .false: .boolean(false)
    case .nil: .nil
    }
  }
}
