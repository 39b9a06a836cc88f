/// The bytes of a language model, embedded in the program or copied from an array.
final class LanguageModelStorage: Sendable {
    // Immutable memory that lives as long as this object, so it is safe to share between threads.
    nonisolated(unsafe) let bytes: UnsafeRawBufferPointer
    private let isOwned: Bool

    /// Wraps bytes that live as long as the process.
    init(lasting bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        isOwned = false
    }

    init(copying array: [UInt8]) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: array.count, alignment: 16)
        copy.copyBytes(from: array)
        bytes = UnsafeRawBufferPointer(copy)
        isOwned = true
    }

    deinit {
        if isOwned { bytes.deallocate() }
    }

    /// Loads a little-endian number. The caller has checked the offset.
    @inline(__always)
    func load<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number {
        Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
}
