/// The bytes of a language model: within the program, or a copy of an array.
final class LanguageModelStorage: Sendable {
    // Immutable memory that lasts as long as this object: any thread may read it.
    nonisolated(unsafe) let bytes: UnsafeRawBufferPointer
    private let isOwned: Bool

    /// Bytes that last as long as the program.
    init(lasting bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        isOwned = false
    }

    /// A copy of an array's bytes.
    init(copying array: [UInt8]) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: array.count, alignment: 16)
        copy.copyBytes(from: array)
        bytes = UnsafeRawBufferPointer(copy)
        isOwned = true
    }

    deinit {
        if isOwned { bytes.deallocate() }
    }

    /// A little-endian number at an offset that has been checked to lie inside.
    @inline(__always)
    func load<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number {
        Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
}
