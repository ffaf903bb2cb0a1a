/// What one save writes: the models that were given and, at whatever depth, the new and changed ones that they hold.
///
/// A reference whose target came from this backend and was not touched since is left alone. Where the same row is met
/// more than once (by its key), the model that was given to the save is taken, else the one that was met last.
final class SavePlan {
  let identity: StoreIdentity
  /// Reads the required relations that are known by their keys alone, so that what is returned is complete.
  let lookups: LoadContext
  private(set) var groups: [AnySaveGroup] = []
  private var numbers: [ObjectIdentifier: Int] = [:]

  init(_ identity: StoreIdentity) {
    self.identity = identity
    lookups = LoadContext(identity)
  }

  /// The models of one type that are written.
  func group<Model: PersistableModel>(_ type: Model.Type) -> SaveGroup<Model> {
    if let number = numbers[ObjectIdentifier(type)], let group = group(number, of: type) { return group }
    return addGroup(of: [Model](), .save)
  }

  /// The first group is that of the models that were given.
  func addGroup<Model: PersistableModel>(of models: [Model], _ kind: RowWrite.Kind) -> SaveGroup<Model> {
    let group = SaveGroup(models, kind, number: groups.count)
    numbers[ObjectIdentifier(Model.self)] = groups.count
    groups.append(group)
    return group
  }

  func group<Model: PersistableModel>(_ number: Int, of type: Model.Type) -> SaveGroup<Model>? {
    groups[number] as? SaveGroup<Model>
  }

  /// Finds everything that is to be written. No recursion: a chain of models may be of any length.
  func explore() {
    var hasMore = true
    while hasMore {
      hasMore = false
      var number = 0
      while number < groups.count {
        if groups[number].exploreNext(self) { hasMore = true }
        number += 1
      }
    }
  }
}

/// A model that is to be written: the group that it is in, and its place there.
struct SaveNode: Hashable {
  var group: Int
  var index: Int
}

/// That one model that is written holds another one.
struct SaveEdge {
  var target: SaveNode
  /// Whether the target is in a list of the model: its row need not be there before the model's.
  var isList: Bool
}

/// The models of one type that a save writes, whichever type that is.
class AnySaveGroup {
  let table: TableDescription
  let number: Int

  init(_ table: TableDescription, number: Int) {
    self.table = table
    self.number = number
  }

  /// How many models there are, and how many of them were given to the save; those come first.
  var count: Int { 0 }
  var rootCount: Int { 0 }
  /// What a model holds that is written too, in the order in which its relations are visited.
  func edges(of index: Int) -> ArraySlice<SaveEdge> { [] }
  func keyValues(of index: Int) -> [StoredValue] { [] }

  /// Looks at the models that were added since the last call; whether there were any.
  func exploreNext(_ plan: SavePlan) -> Bool { false }
  /// Stamps the models and holds them to their constraints.
  func prepare(_ indexes: [Int], _ stamp: SaveStamp) throws(StoreError) {}
  /// Writes the models in this order, in one go where it can.
  func write(_ indexes: [Int], _ plan: SavePlan, _ session: any BackendSession) async throws(StoreError) {}
  /// Writes the lists of the models, all of which are written by then.
  func writeLists(_ plan: SavePlan, _ session: any BackendSession) async throws(StoreError) {}
}
