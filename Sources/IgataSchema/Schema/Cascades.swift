/// The models that a deletion reaches through cascades.
package struct Cascades: Sendable {
  /// For each model, the models whose rows are deleted with its rows, except for itself.
  private let next: [[Int]]

  package init(_ schema: Schema) {
    var next = [[Int]](repeating: [], count: schema.models.count)
    for (index, model) in schema.models.enumerated() {
      for key in model.foreignKeys where key.deleteRule == .cascade && key.target != index {
        next[key.target].append(index)
      }
    }
    self.next = next
  }

  /// The models that are part of a cycle, each with the number of its cycle. Uses Tarjan's algorithm for strongly
  /// connected components, without recursion.
  package func cycles() -> [Int: Int] {
    var search = Search(next)
    for model in next.indices { search.visit(model) }
    return search.cycles
  }

  /// The other models whose rows are deleted with those of a model, in ascending order.
  package func models(deletedWith model: Int) -> [Int] {
    if next[model].isEmpty { return [] }
    var isReached = [Bool](repeating: false, count: next.count)
    isReached[model] = true
    var waiting = [model]
    while let current = waiting.popLast() {
      for target in next[current] where !isReached[target] {
        isReached[target] = true
        waiting.append(target)
      }
    }
    return next.indices.filter { isReached[$0] && $0 != model }
  }

  private struct Search {
    let next: [[Int]]
    var cycles: [Int: Int] = [:]
    private var order: [Int?]
    private var low: [Int]
    private var isOpen: [Bool]
    private var open: [Int] = []
    private var count = 0

    init(_ next: [[Int]]) {
      self.next = next
      order = Array(repeating: nil, count: next.count)
      low = Array(repeating: 0, count: next.count)
      isOpen = Array(repeating: false, count: next.count)
    }

    mutating func visit(_ root: Int) {
      guard order[root] == nil else { return }
      var path: [(model: Int, step: Int)] = [(root, 0)]
      enter(root)
      while let (model, step) = path.last {
        guard step < next[model].count else {
          path.removeLast()
          leave(model)
          if let above = path.last?.model { low[above] = min(low[above], low[model]) }
          continue
        }
        path[path.count - 1].step += 1
        let target = next[model][step]
        if let seen = order[target] {
          if isOpen[target] { low[model] = min(low[model], seen) }
        } else {
          enter(target)
          path.append((target, 0))
        }
      }
    }

    private mutating func enter(_ model: Int) {
      order[model] = count
      low[model] = count
      count += 1
      open.append(model)
      isOpen[model] = true
    }

    private mutating func leave(_ model: Int) {
      guard low[model] == order[model] else { return }
      var group: [Int] = []
      while let last = open.popLast() {
        isOpen[last] = false
        group.append(last)
        if last == model { break }
      }
      guard group.count > 1, let number = group.min() else { return }
      for member in group { cycles[member] = number }
    }
  }
}
