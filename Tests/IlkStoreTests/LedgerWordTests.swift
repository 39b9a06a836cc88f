import TestSupport
import Testing

@testable import IlkStore

/// The checksum of a word of a ledger file.
@Suite struct LedgerWordTests {
    private static let values: [UInt64] = [0, 1, 255, 256, 12_345, 1 << 32, 1 << 47, LedgerWord.largest]

    @Test func `a value is decoded at its position and at no other`() {
        for position in stride(from: 0, to: 4096, by: 41) {
            for value in Self.values {
                let word = LedgerWord.encode(value, at: position)
                for other in 0..<4096 {
                    #expect(LedgerWord.decode(word, at: other) == (other == position ? value : nil))
                }
            }
        }
    }

    @Test func `a value of more than 48 bits is clamped`() {
        for value in [LedgerWord.largest + 1, .max] {
            #expect(LedgerWord.decode(LedgerWord.encode(value, at: 7), at: 7) == LedgerWord.largest)
        }
    }

    @Test func `up to three flipped bits are detected anywhere`() {
        let word = LedgerWord.encode(97_531, at: 2064)
        for first in 0..<64 {
            for second in first..<64 {
                for third in second..<64 {
                    // Equal positions cancel out, so one flipped bit remains.
                    let flipped = word ^ (1 << UInt64(first)) ^ (1 << UInt64(second)) ^ (1 << UInt64(third))
                    #expect(LedgerWord.decode(flipped, at: 2064) == nil)
                }
            }
        }
    }

    @Test func `bursts of up to 16 wrong bits and zeroed bytes are detected`() {
        for position in 0..<4096 {
            #expect(LedgerWord.decode(0, at: position) == nil)
            let word = LedgerWord.encode(
                UInt64(position) &* 0x1234_5678_9ABC & LedgerWord.largest, at: position)
            for shift in 0...48 {
                for pattern: UInt64 in [0xFFFF, 0x8001, 0xA5A5, 0x1235, 0xFFF1] {
                    #expect(LedgerWord.decode(word ^ pattern << UInt64(shift), at: position) == nil)
                }
            }
        }
    }

    @Test func `about one in 65,536 random words passes`() {
        var random = SeededGenerator(seed: 22)
        let passed = (0..<2_000_000).count { LedgerWord.decode(random.next(), at: $0 % 4096) != nil }
        // 30.5 are expected. The Poisson probability of more than 70 is below 1e-9.
        #expect((5...70).contains(passed), "\(passed)")
    }
}
