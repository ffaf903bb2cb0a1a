#if PostgreSQL

extension UnsafeRawBufferPointer {
  /// The number at an offset, which must be within the buffer.
  @inline(__always)
  func bigEndian<Number: FixedWidthInteger>(at offset: Int, as type: Number.Type) -> Number {
    Number(bigEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
  }
}

extension [UInt8] {
  /// Appends the number's bytes, the most significant first.
  @inline(__always)
  mutating func appendBigEndian<Number: FixedWidthInteger>(_ number: Number) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }

  /// Overwrites the bytes at an offset, which must be within the array, with a number.
  mutating func setBigEndian(_ number: Int32, at offset: Int) {
    Swift.withUnsafeBytes(of: number.bigEndian) { bytes in
      for (index, byte) in bytes.enumerated() { self[offset + index] = byte }
    }
  }
}

#endif
