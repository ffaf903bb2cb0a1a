import IgataDiagnostics
import IgataSyntax

enum PrecisionArguments {
  case valid(Int, Int)
  /// Out of range, which has been reported.
  case invalid
  /// Not two whole numbers.
  case malformed
}

extension Resolution {
  /// The two numbers of `Decimal(12, 2)` and `@precision(12, 2)`.
  mutating func readPrecision(_ arguments: [ArgumentSyntax]) -> PrecisionArguments {
    guard arguments.count == 2, arguments.allSatisfy({ $0.label == nil }) else { return .malformed }
    var numbers: [Int64?] = []
    for argument in arguments {
      guard case .literal(let literal) = argument.value, case .integer(let digits) = literal.value else {
        return .malformed
      }
      numbers.append(ExactNumber(digits).int64())
    }
    let range = arguments[0].value.range.union(arguments[1].value.range)
    guard let precision = numbers[0], let scale = numbers[1],
      (1...38).contains(precision), scale >= 0, scale <= precision
    else {
      report(.invalidPrecision(at: range))
      return .invalid
    }
    return .valid(Int(precision), Int(scale))
  }
}
