extension [UInt8] {
    /// Appends the bytes of a number, least significant first.
    @inlinable package mutating func append<Number: FixedWidthInteger>(littleEndian number: Number) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
