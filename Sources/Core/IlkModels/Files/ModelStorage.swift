/// The bytes of a model. They are embedded in the running program, copied from an array or mapped from a
/// file.
///
/// The bytes are immutable and keep their address as long as the storage exists.
public final class ModelStorage: Sendable {
    // Immutable memory, freed only in `deinit`: any thread may read it.
    nonisolated(unsafe) package let bytes: UnsafeRawBufferPointer
    private let release: @Sendable () -> Void

    /// Creates a storage that refers to memory of the caller.
    ///
    /// - Parameters:
    ///   - bytes: Memory that is not written to and that is valid until `release` is called.
    ///   - release: Called once, when the storage is no longer used.
    public init(bytes: UnsafeRawBufferPointer, release: @escaping @Sendable () -> Void) {
        self.bytes = bytes
        self.release = release
    }

    /// Creates a storage with a copy of an array.
    ///
    /// - Parameter array: The bytes.
    /// - Complexity: O(*n*) in the number of bytes.
    public convenience init(copying array: [UInt8]) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: array.count, alignment: 16)
        copy.copyBytes(from: array)
        // The allocation is written only above; afterwards it is only read and, once, freed.
        nonisolated(unsafe) let owned = copy
        self.init(bytes: UnsafeRawBufferPointer(copy)) { owned.deallocate() }
    }

    deinit {
        release()
    }

    /// The number of bytes.
    public var count: Int { bytes.count }

    /// Returns the bytes as an array.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    public func copied() -> [UInt8] { Array(bytes) }

    /// Reads a little-endian integer at a checked offset.
    @inline(__always)
    func load<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number {
        Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
}
