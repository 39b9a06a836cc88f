extension UnsafeBufferPointer<UInt8> {
    var isASCII: Bool {
        let raw = UnsafeRawBufferPointer(self)
        var offset = 0
        var all: UInt64 = 0
        while offset &+ 32 <= count {
            let four = raw.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self)
            all |= four.x | four.y | four.z | four.w
            offset &+= 32
        }
        while offset < count {
            all |= UInt64(self[offset])
            offset &+= 1
        }
        return all & 0x8080_8080_8080_8080 == 0
    }
}
