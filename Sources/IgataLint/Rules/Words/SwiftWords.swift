/// The keywords of Swift that cannot be a name without backticks.
let swiftKeywords: Set<String> = Set(
  entries(
    of: """
      Any, Protocol, Self, Type, as, associatedtype, break, case, catch, class, continue, default, defer, deinit, do,
      else, enum, extension, fallthrough, false, fileprivate, for, func, guard, if, import, in, init, inout, internal,
      is, let, nil, operator, precedencegroup, private, protocol, public, repeat, rethrows, return, self, static,
      struct, subscript, super, switch, throw, throws, true, try, typealias, var, where, while
      """))

/// Types and protocols of Swift's standard library that Swift code names day by day, and that a generated type of the
/// same name would stand before.
let swiftTypes: Set<String> = Set(
  entries(
    of: """
      Actor, Array, Character, Clock, Codable, Collection, Comparable, Decodable, Decoder, Dictionary, Duration,
      Encodable, Encoder, Equatable, Error, Hashable, Hasher, Identifiable, Iterator, Mirror, Never, Optional, Range, Result,
      Sendable, Sequence, Set, Slice, Substring, Task, TaskGroup, Void
      """))
