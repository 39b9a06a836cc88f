extension [UInt8] {
    @inlinable package mutating func append<Number: FixedWidthInteger>(littleEndian number: Number) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
