import Foundation
import TestSupport
import Testing

@testable import IgataTool

/// A difference converts any old text to the new one. For small texts, it is the shortest one.
@Test(arguments: [1, 2, 3]) func differencesAreRight(seed: UInt64) {
  var numbers = SplitMix64(seed: seed)
  for round in 0..<400 {
    let letters = 1 + numbers.below(round % 2 == 0 ? 8 : 100)
    let old = (0..<numbers.below(30)).map { _ in numbers.below(letters) }
    var new = old
    for _ in 0..<numbers.below(6) where !new.isEmpty {
      let index = numbers.below(new.count)
      if numbers.below(2) == 0 {
        new.remove(at: index)
      } else {
        new.insert(numbers.below(letters), at: index)
      }
    }
    for budget in [8_000_000, numbers.below(200)] {
      let found = LineDifference(old: old, new: new, budget: budget).replacements
      #expect(applied(found, to: old, new) == new, "seed \(seed), round \(round): \(old) → \(new)")
    }
    // Without anchors, which are lines that occur once on each side, the difference is the shortest.
    let twice = LineDifference(old: old + old, new: new + new).replacements
    #expect(
      twice.reduce(0) { $0 + $1.old.count + $1.new.count }
        == 2 * (old.count + new.count - common(old + old, new + new)), "seed \(seed), round \(round)")
  }
}

/// Comparing large texts that have nothing or everything in common is fast.
@Test(.timeLimit(.minutes(10)), arguments: ["apart", "same lines", "reversed", "shifted"])
func differencesAreBounded(kind: String) {
  let old = (0..<20_000).map { kind == "same lines" ? $0 % 3 : $0 }
  let new: [Int]
  switch kind {
  case "apart": new = old.map { $0 + 1_000_000 }
  case "same lines": new = old.map { ($0 * 7 + 1) % 5 }
  case "reversed": new = old.reversed()
  default: new = Array(old.dropFirst(500) + old.prefix(500))
  }
  let found = LineDifference(old: old, new: new).replacements
  #expect(applied(found, to: old, new) == new)
}

/// `git apply` and `patch` can apply the differences.
@Test func patchesReadDifferences() throws {
  let texts = [
    "", "a\n", "a", "\n", "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\n", "a\nB\nc\nd\ne\nf\ng\nh\ni\nJ\nk", "x\na\nb\nc\n",
    "日本語\r\n\r\n\u{0}\n", (1...60).map { "\($0)\n" }.joined(),
    (1...60).map { $0 % 9 == 0 ? "-\n" : "\($0)\n" }.joined(),
  ]
  let scratch = try Scratch()
  for old in texts {
    for new in texts where new != old {
      try scratch.write(old, to: "file")
      let difference = unifiedDifference("file", old: Array(old.utf8), new: Array(new.utf8))
      try scratch.write(String(decoding: difference, as: UTF8.self), to: "difference")
      let outcome = try scratch.run("git apply -p0 --unidiff-zero --whitespace=nowarn difference")
      let patched = try scratch.read("file")
      #expect(outcome.status == 0 && patched == new, "\(old.debugDescription) → \(new.debugDescription)")
    }
  }
}

private func applied(_ replacements: [LineDifference.Replacement], to old: [Int], _ new: [Int]) -> [Int] {
  var result: [Int] = []
  var next = 0
  for replacement in replacements {
    guard replacement.old.lowerBound >= next else { return [] }
    result += old[next..<replacement.old.lowerBound]
    result += new[replacement.new]
    next = replacement.old.upperBound
  }
  return result + old[next...]
}

/// The length of the longest common subsequence, computed by a simple algorithm.
private func common(_ left: [Int], _ right: [Int]) -> Int {
  var row = [Int](repeating: 0, count: right.count + 1)
  for element in left {
    var before = 0
    for (index, other) in right.enumerated() {
      let above = row[index + 1]
      row[index + 1] = element == other ? before + 1 : max(above, row[index])
      before = above
    }
  }
  return row[right.count]
}
