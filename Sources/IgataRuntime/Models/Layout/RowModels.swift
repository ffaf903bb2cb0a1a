/// The models of the rows that are left, which an array makes in its own memory where it has room for them.
@usableFromInline
struct RowModels<Model: PersistableModel>: Sequence, IteratorProtocol {
  @usableFromInline let row: UnsafeMutablePointer<RowReader>
  @usableFromInline let layout: ModelLayout

  @inlinable
  init(row: UnsafeMutablePointer<RowReader>, layout: ModelLayout) {
    self.row = row
    self.layout = layout
  }

  @inlinable
  mutating func next() -> Model? { row.pointee.next() ? Model._read(&row.pointee) : nil }

  // What arrays ask of a sequence first. Of all ways to append to one it is the only one that copies nothing.
  @inlinable
  func _copyContents(
    initializing places: UnsafeMutableBufferPointer<Model>
  ) -> (Self, UnsafeMutableBufferPointer<Model>.Index) {
    guard let first = places.baseAddress else { return (self, places.startIndex) }
    let stride = MemoryLayout<Model>.stride
    return (self, layout.collect(&row.pointee, to: UnsafeMutableRawPointer(first), places.count, stride: stride))
  }
}
