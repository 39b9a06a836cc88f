import CDigest

/// Computes a ``ContentDigest`` of bytes that come in pieces.
public struct ContentHasher: Sendable {
    private var state = SIMD8<UInt32>(
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
        0x5be0_cd19)
    /// What does not yet fill a block: the bytes from ``length`` down to the last multiple of 64.
    private var block = SIMD64<UInt8>()
    private var length: UInt64 = 0
    /// Whether the processor's own instructions are used.
    private let isAccelerated: Bool

    private static let hasInstructions = cdigest_has_sha256() != 0

    /// A hasher that has seen nothing.
    public init() {
        self.init(accelerated: true)
    }

    /// A hasher that uses the processor's instructions for SHA-256 where there are any, or plain arithmetic everywhere.
    init(accelerated: Bool) {
        isAccelerated = accelerated && Self.hasInstructions
    }

    /// Takes more bytes.
    public mutating func update(_ bytes: some Sequence<UInt8>) {
        if bytes.withContiguousStorageIfAvailable({ take(UnsafeRawBufferPointer($0)) }) == nil {
            Array(bytes).withUnsafeBytes { take($0) }
        }
    }

    /// Takes the 32 bytes of a digest.
    public mutating func update(_ digest: ContentDigest) {
        digest.withBytes { take($0) }
    }

    /// Whole blocks are read where they lie.
    private mutating func take(_ bytes: UnsafeRawBufferPointer) {
        let waiting = Int(length % 64)
        length += UInt64(bytes.count)
        var start = 0
        if waiting > 0 {
            start = min(64 - waiting, bytes.count)
            fill(from: waiting, with: UnsafeRawBufferPointer(rebasing: bytes[..<start]))
            guard waiting + start == 64 else { return }
            compressBlock()
        }
        let end = bytes.count - (bytes.count - start) % 64
        compress(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        fill(from: 0, with: UnsafeRawBufferPointer(rebasing: bytes[end...]))
    }

    private mutating func fill(from place: Int, with bytes: UnsafeRawBufferPointer) {
        withUnsafeMutableBytes(of: &block) {
            UnsafeMutableRawBufferPointer(rebasing: $0[place...]).copyMemory(from: bytes)
        }
    }

    /// The digest of all bytes taken. The hasher is used up.
    public consuming func finish() -> ContentDigest {
        let waiting = Int(length % 64)
        end(from: waiting)
        // The length has no room behind more than 55 bytes.
        if waiting >= 56 {
            compressBlock()
            block = SIMD64()
        }
        withUnsafeMutableBytes(of: &block) { [bits = length &* 8] in
            $0.storeBytes(of: bits.bigEndian, toByteOffset: 56, as: UInt64.self)
        }
        compressBlock()
        return ContentDigest(state: state)
    }

    /// Ends the bytes: a one, and nothing but zeros behind it.
    private mutating func end(from place: Int) {
        withUnsafeMutableBytes(of: &block) {
            let rest = UnsafeMutableRawBufferPointer(rebasing: $0[place...])
            rest.initializeMemory(as: UInt8.self, repeating: 0)
            rest[0] = 0x80
        }
    }

    private mutating func compressBlock() {
        withUnsafeBytes(of: block) { compress($0) }
    }

    /// Takes whole blocks.
    private mutating func compress(_ blocks: UnsafeRawBufferPointer) {
        guard blocks.count > 0 else { return }
        guard isAccelerated else { return PlainSHA256.compress(&state, blocks) }
        withUnsafeMutableBytes(of: &state) {
            cdigest_sha256(
                $0.assumingMemoryBound(to: UInt32.self).baseAddress, blocks.baseAddress, blocks.count / 64)
        }
    }
}
