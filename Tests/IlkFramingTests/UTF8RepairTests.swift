import IlkFraming
import TestSupport
import Testing

@Suite("UTF-8 repair") struct UTF8RepairTests {
    private func repair(_ bytes: [UInt8]) -> (String, Int) {
        var output: [UInt8] = []
        let repairs = lend(bytes) { UTF8Repair.append($0, to: &output) }
        return (String(decoding: output, as: UTF8.self), repairs)
    }

    @Test(
        arguments: [
            ([], "", 0),
            ([0x00], "\0", 0),
            ([0xEF, 0xBB, 0xBF], "\u{FEFF}", 0),
            ([0xEF, 0xBF, 0xBE], "\u{FFFE}", 0),
            ([0xFF, 0xFE], "\u{FFFD}\u{FFFD}", 2),
            ([0xC0, 0xAF], "\u{FFFD}\u{FFFD}", 2),
            ([0xE0, 0x80, 0xBF], "\u{FFFD}\u{FFFD}\u{FFFD}", 3),
            ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}", 3),
            ([0xF0, 0x80, 0x80, 0xAF], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", 4),
            ([0xF4, 0x91, 0x92, 0x93], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", 4),
            // From table 3-11 of the Unicode Standard, section 3.9.
            ([0xE1, 0x80, 0xE2, 0xF0, 0x91, 0x92, 0xF1, 0xBF, 0x41], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}A", 4),
            ([0x61, 0xE2, 0x82], "a\u{FFFD}", 1),
        ] as [([UInt8], String, Int)])
    func `each maximal subpart is replaced once`(bytes: [UInt8], text: String, repairs: Int) {
        #expect(repair(bytes) == (text, repairs))
    }

    @Test(arguments: [41, 42] as [UInt64])
    func `the result equals that of the standard library`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces: [[UInt8]] = [
            Array("words of ASCII, long enough for a step".utf8), Array("é".utf8), Array("字".utf8),
            Array("😀".utf8),
            [0x80], [0xBF], [0xC2], [0xE0], [0xE0, 0xA0], [0xED], [0xED, 0xA0], [0xF0], [0xF0, 0x90, 0x80],
            [0xF4, 0x8F], [0xF8],
            [0xFF],
        ]
        for _ in 0..<5_000 {
            var bytes: [UInt8] = []
            for _ in 0..<generator.below(12) { bytes += pieces[generator.below(pieces.count)] }
            let (text, repairs) = repair(bytes)
            #expect(text == String(decoding: bytes, as: UTF8.self), "seed \(seed): \(bytes)")
            #expect(lend(bytes, UTF8Repair.isValid) == (repairs == 0), "seed \(seed): \(bytes)")
            let prefix = lend(bytes, UTF8Repair.validPrefix)
            #expect(lend(Array(bytes[..<prefix]), UTF8Repair.isValid), "seed \(seed): \(bytes)")
        }
    }
}
