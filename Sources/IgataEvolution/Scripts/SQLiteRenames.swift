import IgataSchema

/// The order in which names are changed, so that no name is ever used twice.
struct Renames {
  struct Rename: Hashable {
    var old: String
    var new: String
  }

  /// The renames in their order. A name that another one waits for gets a temporary name first.
  let order: [Rename]

  /// - Parameters:
  ///   - wanted: The old and the new names. Equal ones are left out.
  ///   - names: All names that exist, those that stay included.
  ///   - temporary: Makes a name that no other one has.
  init(_ wanted: [Rename], among names: [String], temporary: (Int) -> String) {
    var order: [Rename] = []
    var taken = Set(names.map(foldedName))
    var waiting = wanted.filter { $0.old != $0.new }
    var count = 0
    func perform(_ rename: Rename) {
      order.append(rename)
      taken.remove(foldedName(rename.old))
      taken.insert(foldedName(rename.new))
    }
    while !waiting.isEmpty {
      // Names are compared without regard to case, so a name that changes only its case waits for itself.
      if let free = waiting.firstIndex(where: { !taken.contains(foldedName($0.new)) }) {
        perform(waiting.remove(at: free))
      } else {
        // Every new name is taken: by another rename, or by what is dropped later.
        count += 1
        let blocked = foldedName(waiting[0].new)
        let blocker = waiting.firstIndex { foldedName($0.old) == blocked }
        let name = blocker.map { waiting[$0].old } ?? names.first { foldedName($0) == blocked } ?? waiting[0].new
        perform(Rename(old: name, new: temporary(count)))
        if let blocker { waiting[blocker].old = temporary(count) }
      }
    }
    self.order = order
  }

  /// The name that something has after the renames.
  func name(of old: String) -> String {
    var name = old
    for rename in order where rename.old == name { name = rename.new }
    return name
  }
}
