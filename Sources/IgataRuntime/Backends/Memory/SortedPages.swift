/// A sorted map with constant-time copies that share unchanged parts. It stores a table and its indexes, so that a
/// reader's snapshot, a savepoint and a rollback are each an assignment.
///
/// Entries are in pages of bounded size, found by binary search. If the storage is shared, a change copies the list of
/// pages and the one page that it changes, and nothing else.
struct SortedPages<Value: Sendable>: Sendable {
  typealias Entry = (key: RowKey, value: Value)
  private typealias Slot = (page: Int, entry: Int, isFound: Bool)

  private static var capacity: Int { 256 }

  /// No page is empty.
  private var pages: [[Entry]] = []
  private(set) var count = 0

  subscript(key: RowKey) -> Value? {
    let slot = find(key)
    return slot.isFound ? pages[slot.page][slot.entry].value : nil
  }

  /// Sets the value, and returns the previous one.
  @discardableResult
  mutating func set(_ key: RowKey, _ value: Value) -> Value? {
    let slot = find(key)
    if slot.isFound {
      let old = pages[slot.page][slot.entry].value
      pages[slot.page][slot.entry].value = value
      return old
    }
    count += 1
    if pages.isEmpty {
      pages.append([(key, value)])
    } else if pages[slot.page].count < Self.capacity {
      pages[slot.page].insert((key, value), at: slot.entry)
    } else if slot.page == pages.count - 1, slot.entry == Self.capacity {
      pages.append([(key, value)])
    } else {
      split(slot.page)
      let isLeft = slot.entry <= pages[slot.page].count
      let entry = isLeft ? slot.entry : slot.entry - pages[slot.page].count
      pages[isLeft ? slot.page : slot.page + 1].insert((key, value), at: entry)
    }
    return nil
  }

  @discardableResult
  mutating func remove(_ key: RowKey) -> Value? {
    let slot = find(key)
    guard slot.isFound else { return nil }
    count -= 1
    let old = pages[slot.page].remove(at: slot.entry).value
    if pages[slot.page].isEmpty { pages.remove(at: slot.page) }
    return old
  }

  /// Calls `body` with each entry in order, from the first whose key is not less than `start`, until it returns
  /// `false`.
  func forEach<Failure>(from start: RowKey? = nil, _ body: (Entry) throws(Failure) -> Bool) throws(Failure) {
    var slot: Slot = start.map(find) ?? (0, 0, false)
    while slot.page < pages.count {
      let page = pages[slot.page]
      while slot.entry < page.count {
        guard try body(page[slot.entry]) else { return }
        slot.entry += 1
      }
      slot.page += 1
      slot.entry = 0
    }
  }

  private mutating func split(_ page: Int) {
    let half = pages[page].count / 2
    let right = Array(pages[page][half...])
    pages[page].removeSubrange(half...)
    pages.insert(right, at: page + 1)
  }

  /// The position of the key, or the one at which it would be inserted.
  private func find(_ key: RowKey) -> Slot {
    var low = 0
    var high = pages.count
    while low < high {
      let middle = (low + high) / 2
      if pages[middle][0].key <= key { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return (0, 0, false) }
    let page = low - 1
    low = 0
    high = pages[page].count
    while low < high {
      let middle = (low + high) / 2
      if pages[page][middle].key < key { low = middle + 1 } else { high = middle }
    }
    return (page, low, low < pages[page].count && pages[page][low].key == key)
  }
}
