import Glibc

/// Looks for lines by how they begin: from line feed to line feed, by C's search for a byte.
enum LineScan {
    /// Where the next line begins that begins with a word: behind a line feed at an index or later.
    static func next(_ word: StaticString, in bytes: UnsafeRawBufferPointer, from: Int) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        let count = word.utf8CodeUnitCount
        var at = from
        while at < bytes.count, let feed = memchr(base + at, 0x0A, bytes.count - at) {
            at = UnsafeRawPointer(feed) - base + 1
            if bytes.count - at >= count, memcmp(base + at, word.utf8Start, count) == 0 { return at }
        }
        return nil
    }
}
