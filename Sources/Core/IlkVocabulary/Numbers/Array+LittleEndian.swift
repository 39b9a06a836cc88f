extension [UInt8] {
    /// Appends a number, lowest byte first.
    @inlinable package mutating func append<Number: FixedWidthInteger>(littleEndian number: Number) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
