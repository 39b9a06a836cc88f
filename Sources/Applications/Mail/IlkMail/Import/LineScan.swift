import Glibc

/// A search for lines by their first word. C's `memchr` finds the line feeds.
enum LineScan {
    /// Returns the start of the next line that begins with a word. The line feed before the line must be at
    /// or after `from`.
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
