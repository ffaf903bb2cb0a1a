/// A graph of declarations that refer to each other through fields.
struct Graph {
  struct Edge {
    var target: Int
    /// The index of the field that the edge represents.
    var field: Int
  }

  struct Step: Hashable {
    var node: Int
    var field: Int
  }

  /// A path from a node to itself, with at most ``Graph/shownSteps`` steps.
  struct Cycle {
    var steps: [Step]
    /// The number of steps that are omitted before the last one.
    var omitted: Int
  }

  /// The nodes in topological order: each comes after those it refers to, unless there is a cycle.
  private(set) var order: [Int] = []
  private(set) var cycles: [Cycle] = []

  static let shownSteps = 8

  private enum Mark {
    case unseen
    /// On the current path, at this index.
    case active(Int)
    case done
  }

  /// Walks the graph in the order of the nodes, without recursion, because a path can be as long as the input.
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
        case .active(let index): cycles.append(Self.cycle(path[index...], edges))
        case .done: continue
        }
      }
    }
  }

  private static func cycle(_ path: ArraySlice<(node: Int, next: Int)>, _ edges: [[Edge]]) -> Cycle {
    // Each entry has already advanced past the edge that the path follows.
    let step = { (entry: (node: Int, next: Int)) in
      Step(node: entry.node, field: edges[entry.node][entry.next - 1].field)
    }
    guard path.count > shownSteps, let last = path.last else { return Cycle(steps: path.map(step), omitted: 0) }
    return Cycle(steps: path.prefix(shownSteps - 1).map(step) + [step(last)], omitted: path.count - shownSteps)
  }
}
