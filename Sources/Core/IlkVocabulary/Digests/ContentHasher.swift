import CDigest

/// An incremental SHA-256 hasher that computes the ``ContentDigest`` of bytes that arrive in chunks.
public struct ContentHasher: Sendable {
    private var state = SIMD8<UInt32>(
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
        0x5be0_cd19)
    /// The incomplete last block. Its first `length % 64` bytes are valid.
    private var block = SIMD64<UInt8>()
    private var length: UInt64 = 0
    /// `true` if blocks are compressed by the processor's SHA-256 instructions.
    private let isAccelerated: Bool

    private static let hasInstructions = cdigest_has_sha256() != 0

    /// Creates a hasher that has received no bytes.
    public init() {
        self.init(accelerated: true)
    }

    /// Creates a hasher.
    ///
    /// - Parameter accelerated: `true` to use the processor's SHA-256 instructions if it has them, `false` to
    ///   always use the portable code.
    init(accelerated: Bool) {
        isAccelerated = accelerated && Self.hasInstructions
    }

    /// Appends bytes to the hashed content.
    ///
    /// - Parameter bytes: The bytes. Contiguous storage is read in place; any other sequence is copied first.
    /// - Complexity: O(*n*) in the number of bytes.
    public mutating func update(_ bytes: some Sequence<UInt8>) {
        if bytes.withContiguousStorageIfAvailable({ append(UnsafeRawBufferPointer($0)) }) == nil {
            Array(bytes).withUnsafeBytes { append($0) }
        }
    }

    /// Appends the 32 bytes of a digest to the hashed content.
    ///
    /// - Parameter digest: The digest.
    public mutating func update(_ digest: ContentDigest) {
        digest.withBytes { append($0) }
    }

    /// Compresses complete blocks in place and keeps the rest in `block`.
    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
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

    /// Finishes the hash and consumes the hasher.
    ///
    /// - Returns: The digest of all bytes received.
    public consuming func finish() -> ContentDigest {
        let waiting = Int(length % 64)
        end(from: waiting)
        // The padding bit and the 8 bytes of the length fit in the block only after at most 55 bytes.
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

    /// Appends the padding of FIPS 180-4: one set bit, then zeros.
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

    private mutating func compress(_ blocks: UnsafeRawBufferPointer) {
        guard blocks.count > 0 else { return }
        guard isAccelerated else { return PlainSHA256.compress(&state, blocks) }
        withUnsafeMutableBytes(of: &state) {
            cdigest_sha256(
                $0.assumingMemoryBound(to: UInt32.self).baseAddress, blocks.baseAddress, blocks.count / 64)
        }
    }
}
