import Foundation
import GeneratedModels
@_spi(Backend) import IgataRuntime
@_spi(Backend) import IgataSQLite
import IgataSamples
import Testing

/// Every construct of the language, with values of every kind, is stored in each backend and loaded again.
@Test(arguments: BackendChoice.allCases)
func samplesOfEverythingComeBackEqual(_ choice: BackendChoice) async throws {
  try await roundTrip(Scalars.self, of: EverythingSchema.self, choice)
  try await roundTrip(Seat.self, of: EverythingSchema.self, choice)
  try await roundTrip(Ticket.self, of: EverythingSchema.self, choice)
  try await roundTrip(Order.self, of: NaughtySchema.self, choice)
  try await roundTrip(口座.self, of: NaughtySchema.self, choice)
  try await roundTrip(Article.self, of: ArticlesSchema.self, choice)
  try await roundTrip(Account.self, of: HouseholdSchema.self, choice)
  try await roundTrip(Entry.self, of: HouseholdSchema.self, choice)
}

/// Samples are saved in a store of their own, and are equal when they are read from it, from a dictionary and from
/// JSON.
func roundTrip<Model: PersistableModel>(
  _ type: Model.Type, of schema: any PersistableSchema.Type, _ choice: BackendChoice
) async throws {
  let store = IgataRuntime.Store(try await choice.make())
  try await store.prepare(schema)
  let models = Model.samples(count: 40, seed: 11)
  #expect(models.count == 40 && models == Model.samples(count: 40, seed: 11), "\(type)")
  let saved = try await store.save(models)
  for model in saved {
    #expect(try await store.find(type, id: model.primaryKey) == model.asFetched, "\(type)")
    #expect(try type.init(dictionary: model.convert()) == model, "\(type)")
    let coded = try JSONDecoder().decode(type, from: JSONEncoder().encode(model))
    #expect(coded.primaryKey == model.primaryKey, "\(type)")
  }
  #expect(try await store.count(Model.all) >= 40, "\(type)")
}

extension PersistableModel {
  /// The model as a fetch returns it, which doesn't load optional relations.
  fileprivate var asFetched: Self {
    var model = self
    model._visitRelations(Unloading(Self.table))
    return model
  }
}

private final class Unloading: RelationVisitor {
  private let table: TableDescription

  init(_ table: TableDescription) { self.table = table }

  func visit<Target>(_ reference: inout Reference<Target>, relation: Int) {
    reference.target = reference.target.asFetched
  }

  func visit<Target>(_ reference: inout Reference<Target>?, relation: Int) {
    reference = reference.map { Reference(key: $0.key) }
  }

  func visit<Target>(_ wrapper: inout OwnedReference<Target>, relation: Int) {
    wrapper = OwnedReference(wrapper.value?.asFetched, replacing: wrapper)
  }

  func visit<Target>(_ link: inout LinkedReference<Target>, relation: Int) {
    guard case .required = table.relations[relation].kind else { return link = LinkedReference() }
    link = LinkedReference(link.loaded?.asFetched, replacing: link)
  }

  func visit<Target>(_ list: inout ReferenceList<Target>, relation: Int) {
    list.targets = list.targets.map(\.asFetched)
  }
}

/// Names that are keywords, names in other scripts, and names of generated members.
@Test(arguments: BackendChoice.allCases)
func naughtyNamesWork(_ choice: BackendChoice) async throws {
  let store = Store(try await choice.make())
  try await store.prepare(NaughtySchema.self)
  let account = 口座(番号: "一", 残高: 5)
  var order = Order(Self: "self", type: .`self`, where: account, table: ["a", "b"])
  order.hashValue = 7
  order.`init` = 3
  order.`class` = "'\"; --"
  order = try await store.save(order)
  let found = try #require(try await store.find(Order.self, id: order.id))
  #expect(found == order.asFetched && found.`where` == nil && found.whereID == "一" && found.type == .`self`)
  #expect(found.hashValue == 7 && found.`init` == 3 && found.Self == "self" && found.table == ["a", "b"])
  #expect(found.group == "'; DROP TABLE \"order\"; --")
  #expect(try await store.count(Order.where { $0.`where`.残高 > 4 && $0.type == .`self` && $0.hashValue == 7 }) == 1)
}
