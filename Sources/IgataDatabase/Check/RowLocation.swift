/// A row, by its table and its location among the rows of that.
struct RowLocation: Hashable {
  let table: String
  let index: Int
}
