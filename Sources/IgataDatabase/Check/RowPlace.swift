/// A row, by its table and its place among the rows of that.
struct RowPlace: Hashable {
  let table: String
  let index: Int
}
