/// The set of bytes in a text, computed on first use. Not thread-safe, and reused for every text.
final class ByteSet {
    /// 1 at the index of each byte that occurs in the text. Valid if `isRead`.
    private let seen: UnsafeMutablePointer<UInt8>
    @exclusivity(unchecked) private var isRead = false
    /// One bit for each ASCII character that occurs in the text: 0 to 63 in `low`, 64 to 127 in `high`.
    @exclusivity(unchecked) private var low: UInt64 = 0
    @exclusivity(unchecked) private var high: UInt64 = 0

    init() {
        seen = .allocate(capacity: 256)
        seen.initialize(repeating: 0, count: 256)
    }

    deinit { seen.deallocate() }

    /// Discards the last text.
    func clear() { isRead = false }

    /// `true` if no byte of the text is a line break or may be the last byte of one.
    func isOneLine(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        read(bytes)
        return seen[0x0A] | seen[0x0B] | seen[0x0C] | seen[0x0D] | seen[0x85] | seen[0xA8] | seen[0xA9] == 0
    }

    /// `true` if the text may have a character of every set. Exact for sets of ASCII characters.
    func hasMembers(
        of sets: UnsafeBufferPointer<ByteClass>, _ bytes: UnsafeBufferPointer<UInt8>,
        isASCII: Bool
    ) -> Bool {
        read(bytes)
        for set in sets where low & set.low | high & set.high == 0 && (isASCII || set.others.isEmpty) {
            return false
        }
        return true
    }

    @inline(__always)
    private func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        if !isRead { readAll(bytes) }
    }

    private func readAll(_ bytes: UnsafeBufferPointer<UInt8>) {
        isRead = true
        seen.update(repeating: 0, count: 256)
        let seen = seen
        for byte in bytes { seen[Int(byte)] = 1 }
        (low, high) = (0, 0)
        for place in 0..<64 {
            low |= UInt64(seen[place]) << UInt64(place)
            high |= UInt64(seen[place + 64]) << UInt64(place)
        }
    }
}
