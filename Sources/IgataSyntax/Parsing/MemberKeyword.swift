/// The keywords before a name in a declaration.
package enum MemberKeyword: String, CaseIterable, Sendable {
  case `let`, `case`, reserved
}
