import IlkVocabulary

/// The key of what an Open Board Log gives no UUID: a digest of the names that lead to it, from the user down.
///
/// The digest of the names so far is kept, so that a long name above many events is read once.
struct BoardLogKey {
    private var hasher = ContentHasher()

    /// A key that begins with a name.
    init(_ name: String) { hasher.update("open board log\u{1}\(name)".utf8) }

    /// The key of something with this name below.
    func adding(_ name: String) -> BoardLogKey {
        var key = self
        key.hasher.update("\u{1}".utf8)
        key.hasher.update(name.utf8)
        return key
    }

    /// A UUID of version 8 (RFC 9562): its bits are a program's own.
    var id: RecordID {
        let bytes = hasher.finish().bytes
        func word(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
        return RecordID(
            high: word(0..<8) & 0xFFFF_FFFF_FFFF_0FFF | 0x8000,
            low: word(8..<16) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }
}
