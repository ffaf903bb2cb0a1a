import Catalogue
import IgataRuntime
import Orders

let catalogue = try await Catalogue(Store(MemoryBackend()))
let author = Author(name: "夏目漱石")
try await catalogue.add([
  Book(isbn: "9784101010014", title: "吾輩は猫である", price: 737, author: author),
  Book(isbn: "9784101010038", title: "坊っちゃん", price: 341, author: author),
  Book(isbn: "9784003101018", title: "漱石全集", cover: .hardcover, price: 4180, author: author),
])
for book in try await catalogue.books(upTo: 1000) {
  print("\(book.title) (\(book.author.name)): \(book.price)")
}
print(Order(isbn: "9784101010038", count: 2).line)
