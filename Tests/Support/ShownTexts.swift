import Foundation

/// What `print`, `dump`, a debugger, an interpolation, a mirror and an alert show of a value.
public func shownTexts(of value: Any) -> [String] {
  var dumped = ""
  dump(value, to: &dumped)
  let children = Mirror(reflecting: value).children.map { "\($0.label ?? ""): \($0.value)" }
  let alert = (value as? any Error).map { [$0.localizedDescription] } ?? []
  return ["\(value)", String(describing: value), String(reflecting: value), dumped] + children + alert
}
