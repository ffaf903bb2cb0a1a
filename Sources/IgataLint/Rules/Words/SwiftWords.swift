/// The keywords of Swift that can't be used as names without backticks.
let swiftKeywords: Set<String> = Set(
  entries(
    of: """
      Any, Protocol, Self, Type, as, associatedtype, break, case, catch, class, continue, default, defer, deinit, do,
      else, enum, extension, fallthrough, false, fileprivate, for, func, guard, if, import, in, init, inout, internal,
      is, let, nil, operator, precedencegroup, private, protocol, public, repeat, rethrows, return, self, static,
      struct, subscript, super, switch, throw, throws, true, try, typealias, var, where, while
      """))

/// Commonly used types and protocols of Swift's standard library, which a generated type with the same name would hide.
package let swiftTypes: Set<String> = Set(
  entries(
    of: """
      Actor, Array, Character, Clock, Codable, Collection, Comparable, Decodable, Decoder, Dictionary, Duration,
      Encodable, Encoder, Equatable, Error, Hashable, Hasher, Identifiable, Iterator, Mirror, Never, Optional, Range,
      Result, Sendable, Sequence, Set, Slice, Substring, Task, TaskGroup, Void
      """))
