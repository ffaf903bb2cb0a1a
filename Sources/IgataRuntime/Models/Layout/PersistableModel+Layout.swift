internal import Foundation

extension PersistableModel {
  /// How its models lie in memory; an error where they do not fit their table.
  @discardableResult
  static func fittingLayout() throws(StoreError) -> ModelLayout {
    do throws(UnfitModel) {
      return try table.layout(of: Self.self)
    } catch {
      throw error.error(table)
    }
  }

  /// Writes the columns of ``table`` in order.
  public func _encode(into row: inout RowWriter) {
    guard let layout = row.layout(Self.self, Self.table) else { return }
    withUnsafePointer(to: self) { layout.write(UnsafeMutableRawPointer(mutating: $0), to: &row) }
  }

  /// Shows each of its relations to `visitor`, in the order of its properties. A visitor may replace them.
  mutating func showRelations(to visitor: any RelationVisitor) {
    guard Self.table.holdsRelations, let layout = try? Self.table.layout(of: Self.self) else { return }
    withUnsafeMutablePointer(to: &self) { layout.showRelations(of: UnsafeMutableRawPointer($0), to: visitor) }
  }

  /// Sets `@updatedAt` fields to `now` and counts `@version` fields on.
  mutating func stamp(now: Date) throws(StoreError) {
    let layout = try Self.fittingLayout()
    try withUnsafeMutablePointer(to: &self) { (model) throws(StoreError) in
      try layout.stamp(UnsafeMutableRawPointer(model), now: now)
    }
  }

  // MARK: Reading

  /// Makes a model of the current row, whose columns are those of ``table`` in order, in `place`. Returns whether it
  /// did: it does nothing but leave a fault where the model does not fit its table.
  @inlinable
  static func _read(_ row: inout RowReader, _ table: TableDescription, to place: UnsafeMutablePointer<Self>) -> Bool {
    guard let layout = row.layout(Self.self, table) else { return false }
    layout.read(&row, to: UnsafeMutableRawPointer(place))
    return true
  }

  /// The model of the current row; nothing, and a fault, where the model does not fit its table.
  @inlinable
  public static func _read(_ row: inout RowReader) -> Self? {
    withUnsafeTemporaryAllocation(of: Self.self, capacity: 1) { memory in
      guard let place = memory.baseAddress, _read(&row, Self.table, to: place) else { return nil }
      return place.move()
    }
  }

  /// Appends a model for each row that is left.
  @inlinable
  public static func _collect(_ row: inout RowReader, into models: inout [Self]) {
    guard let layout = row.layout(Self.self, Self.table) else { return }
    guard row.expectedCount > 0 else {
      let made = collectRest(&row, layout)
      if models.isEmpty { models = made } else { models += made }
      return
    }
    let count = models.count + row.expectedCount
    if models.capacity < count { models.reserveCapacity(max(count, 2 * models.capacity)) }
    withUnsafeMutablePointer(to: &row) { models.append(contentsOf: RowModels(row: $0, layout: layout)) }
  }

  /// Models for rows of which nobody knows how many there are, in memory that grows.
  @inlinable
  static func collectRest(_ row: inout RowReader, _ layout: ModelLayout) -> [Self] {
    var capacity = min(16, row.remaining)
    var memory = UnsafeMutablePointer<Self>.allocate(capacity: capacity)
    defer { memory.deallocate() }
    let stride = MemoryLayout<Self>.stride
    var count = layout.collect(&row, to: UnsafeMutableRawPointer(memory), capacity, stride: stride)
    while count == capacity, row.remaining > 0 {
      let grown = UnsafeMutablePointer<Self>.allocate(capacity: capacity * 2)
      grown.moveInitialize(from: memory, count: count)
      memory.deallocate()
      memory = grown
      count += layout.collect(&row, to: UnsafeMutableRawPointer(memory + count), capacity, stride: stride)
      capacity *= 2
    }
    return [Self](unsafeUninitializedCapacity: count) { places, initializedCount in
      places.baseAddress?.moveInitialize(from: memory, count: count)
      initializedCount = count
    }
  }

  // MARK: Writing

  /// Writes the models from one on, a row each, until the writer takes no more, and takes over the keys that the store
  /// made.
  static func _write(_ models: inout [Self], from start: Int = 0, into row: inout RowWriter) {
    guard let layout = row.layout(Self.self, Self.table) else { return }
    // In place: what knows no more of a model than this protocol would copy each one out of the array. And an array
    // that is not changed is not copied for that.
    if table.generatedKeyColumn == nil {
      models.withUnsafeBytes {
        write(UnsafeMutableRawBufferPointer(mutating: $0), from: start, layout, into: &row)
      }
    } else {
      models.withUnsafeMutableBytes { write($0, from: start, layout, into: &row) }
    }
  }

  private static func write(
    _ models: UnsafeMutableRawBufferPointer, from start: Int, _ layout: ModelLayout, into row: inout RowWriter
  ) {
    let stride = MemoryLayout<Self>.stride
    guard let first = models.baseAddress, (0..<models.count / stride).contains(start) else { return }
    row.write(ModelRows(layout, first + start * stride, count: models.count / stride - start, stride: stride))
  }

  /// Writes one model, and takes over the key that the store made.
  @usableFromInline
  static func _write(_ model: inout Self, into row: inout RowWriter) {
    guard let layout = row.layout(Self.self, Self.table) else { return }
    withUnsafeMutablePointer(to: &model) { row.write(ModelRows(layout, UnsafeMutableRawPointer($0))) }
  }
}

extension TableDescription {
  /// How the models of a type lie in memory.
  @inline(__always)
  func layout(of model: Any.Type) throws(UnfitModel) -> ModelLayout {
    if let known = layoutSlot.layout, known.isOf(model) { return known }
    return try findLayout(of: model)
  }

  /// Slow: what is found is kept for the model that asks first, the only one there is of a generated table.
  @inline(never)
  private func findLayout(of model: Any.Type) throws(UnfitModel) -> ModelLayout {
    let layout = try ModelLayout(model, self)
    layoutSlot.keep(layout)
    return layout
  }
}

extension RowReader {
  /// The layout of a model; nothing, and a fault, where the model does not fit its table.
  @usableFromInline
  mutating func layout(_ model: Any.Type, _ table: TableDescription) -> ModelLayout? {
    do throws(UnfitModel) {
      return try table.layout(of: model)
    } catch {
      fail(-1, .unfit(error.problem))
      return nil
    }
  }
}

extension RowWriter {
  /// The layout of a model; nothing, and a fault, where the model does not fit its table.
  fileprivate mutating func layout(_ model: Any.Type, _ table: TableDescription) -> ModelLayout? {
    do throws(UnfitModel) {
      return try table.layout(of: model)
    } catch {
      fail(-1, .unfit(error.problem))
      return nil
    }
  }
}
