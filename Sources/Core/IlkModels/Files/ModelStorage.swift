/// The bytes of a model, wherever they lie: in the program, in an array, or in a mapped file.
///
/// They stay where they are and as they are for as long as the storage lives.
public final class ModelStorage: Sendable {
    // Immutable memory, freed only in `deinit`: any thread may read it.
    nonisolated(unsafe) package let bytes: UnsafeRawBufferPointer
    private let release: @Sendable () -> Void

    /// Bytes owned by somebody else.
    ///
    /// - Parameters:
    ///   - bytes: Memory that nobody writes to and that lasts until `release` is called.
    ///   - release: Called once, when the storage is no longer used.
    public init(bytes: UnsafeRawBufferPointer, release: @escaping @Sendable () -> Void) {
        self.bytes = bytes
        self.release = release
    }

    /// A copy of an array's bytes.
    public convenience init(copying array: [UInt8]) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: array.count, alignment: 16)
        copy.copyBytes(from: array)
        // The allocation is written only above; from here on it is read and, once, freed.
        nonisolated(unsafe) let owned = copy
        self.init(bytes: UnsafeRawBufferPointer(copy)) { owned.deallocate() }
    }

    deinit {
        release()
    }

    /// How many bytes there are.
    public var count: Int { bytes.count }

    /// The bytes as an array.
    public func copied() -> [UInt8] { Array(bytes) }

    /// A little-endian number at an offset that has been checked to lie inside.
    @inline(__always)
    func load<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number {
        Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
}
