import IlkVocabulary
import Testing

@testable import IlkCommand
@testable import IlkConsole
@testable import IlkUsageCommand

@Suite struct `Keys of an Open Board Log` {
    /// Returns the key as the digest of the whole name, as in earlier versions. Existing imports contain
    /// these keys.
    private func key(_ name: String) -> RecordID {
        let bytes = ContentDigest(of: "open board log\u{1}" + name).bytes
        func word(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
        return RecordID(
            high: word(0..<8) & 0xFFFF_FFFF_FFFF_0FFF | 0x8000,
            low: word(8..<16) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }

    @Test(arguments: ["", "ann", "Jörg", String(repeating: "u", count: 1000)])
    func `a key is the digest of its name and all names above it`(user: String) {
        let session = BoardLogKey(user).adding("session 0")
        #expect(session.id == key(user + "\u{1}session 0"))
        #expect(session.adding("1").id == key(user + "\u{1}session 0\u{1}1"))
        #expect(session.adding("2").id == key(user + "\u{1}session 0\u{1}2"))
        #expect(session.id == key(user + "\u{1}session 0"))
    }
}
