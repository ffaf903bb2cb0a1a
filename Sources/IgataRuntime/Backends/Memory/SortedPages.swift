/// A sorted map that is copied in no time and shares what was not changed since: the storage of a table and of its
/// indexes, so that a reader's snapshot, a savepoint and a rollback are each an assignment.
///
/// Pages of bounded size, found by binary search. A change copies the list of pages and the one page that it touches
/// when they are shared, and nothing otherwise.
struct SortedPages<Value: Sendable>: Sendable {
  typealias Entry = (key: RowKey, value: Value)
  private typealias Slot = (page: Int, entry: Int, isFound: Bool)

  private static var capacity: Int { 256 }

  /// None is empty.
  private var pages: [[Entry]] = []
  private(set) var count = 0

  subscript(key: RowKey) -> Value? {
    let place = find(key)
    return place.isFound ? pages[place.page][place.entry].value : nil
  }

  /// Sets the value, and returns the one that was there.
  @discardableResult
  mutating func set(_ key: RowKey, _ value: Value) -> Value? {
    let place = find(key)
    if place.isFound {
      let old = pages[place.page][place.entry].value
      pages[place.page][place.entry].value = value
      return old
    }
    count += 1
    if pages.isEmpty {
      pages.append([(key, value)])
    } else if pages[place.page].count < Self.capacity {
      pages[place.page].insert((key, value), at: place.entry)
    } else if place.page == pages.count - 1, place.entry == Self.capacity {
      pages.append([(key, value)])
    } else {
      split(place.page)
      let isLeft = place.entry <= pages[place.page].count
      let entry = isLeft ? place.entry : place.entry - pages[place.page].count
      pages[isLeft ? place.page : place.page + 1].insert((key, value), at: entry)
    }
    return nil
  }

  @discardableResult
  mutating func remove(_ key: RowKey) -> Value? {
    let place = find(key)
    guard place.isFound else { return nil }
    count -= 1
    let old = pages[place.page].remove(at: place.entry).value
    if pages[place.page].isEmpty { pages.remove(at: place.page) }
    return old
  }

  /// Calls `body` with each entry in order, from the first whose key is not less than `start`, until it returns
  /// `false`.
  func forEach<Failure>(from start: RowKey? = nil, _ body: (Entry) throws(Failure) -> Bool) throws(Failure) {
    var place: Slot = start.map(find) ?? (0, 0, false)
    while place.page < pages.count {
      let page = pages[place.page]
      while place.entry < page.count {
        guard try body(page[place.entry]) else { return }
        place.entry += 1
      }
      place.page += 1
      place.entry = 0
    }
  }

  private mutating func split(_ page: Int) {
    let half = pages[page].count / 2
    let right = Array(pages[page][half...])
    pages[page].removeSubrange(half...)
    pages.insert(right, at: page + 1)
  }

  /// Where the key is, or would be inserted.
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
