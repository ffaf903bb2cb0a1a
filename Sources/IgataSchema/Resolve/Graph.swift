/// A graph of declarations that refer to each other through fields.
struct Graph {
  struct Edge {
    var target: Int
    /// What the edge stands for: the index of a field.
    var field: Int
  }

  struct Step: Hashable {
    var node: Int
    var field: Int
  }

  /// The way round from a node to itself, at most ``Graph/shownSteps`` steps of it.
  struct Cycle {
    var steps: [Step]
    /// How many steps are left out before the last one.
    var omitted: Int
  }

  /// The nodes, each behind those it refers to, as far as there is no cycle.
  private(set) var order: [Int] = []
  private(set) var cycles: [Cycle] = []

  static let shownSteps = 8

  private enum Mark {
    case unseen
    /// On the current path, at this place.
    case active(Int)
    case done
  }

  /// Walks the graph in the nodes' order, without recursion, as a path may be as long as the input.
  init(_ edges: [[Edge]]) {
    var marks = [Mark](repeating: .unseen, count: edges.count)
    var path: [(node: Int, next: Int)] = []
    for start in edges.indices {
      guard case .unseen = marks[start] else { continue }
      path.append((start, 0))
      marks[start] = .active(0)
      while let (node, next) = path.last {
        guard next < edges[node].count else {
          marks[node] = .done
          order.append(node)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let edge = edges[node][next]
        switch marks[edge.target] {
        case .unseen:
          marks[edge.target] = .active(path.count)
          path.append((edge.target, 0))
        case .active(let place): cycles.append(Self.cycle(path[place...], edges))
        case .done: continue
        }
      }
    }
  }

  private static func cycle(_ path: ArraySlice<(node: Int, next: Int)>, _ edges: [[Edge]]) -> Cycle {
    // Each entry has already gone past the edge that the path follows.
    let step = { (entry: (node: Int, next: Int)) in
      Step(node: entry.node, field: edges[entry.node][entry.next - 1].field)
    }
    guard path.count > shownSteps, let last = path.last else { return Cycle(steps: path.map(step), omitted: 0) }
    return Cycle(steps: path.prefix(shownSteps - 1).map(step) + [step(last)], omitted: path.count - shownSteps)
  }
}
