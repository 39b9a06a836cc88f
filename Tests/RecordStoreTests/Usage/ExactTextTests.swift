import Foundation
import IlkVocabulary
import TestSupport
import Testing

/// Keys and times are encoded and decoded by our own code for speed. The tests compare it with Foundation.
@Suite struct `Keys and times as text` {
    @Test func `a key is parsed as by Foundation, in either case`() {
        var dice = SeededGenerator(seed: 5)
        for _ in 0..<500 {
            let id = RecordID(high: dice.next(), low: dice.next())
            let uuid = id.uuid.uuidString
            #expect(id.description == uuid)
            #expect(RecordID(uuid) == id)
            #expect(RecordID(uuid.lowercased()) == id)
        }
    }

    @Test(arguments: [
        "", "00000000-0000-7000-8000-00000000000", "00000000-0000-7000-8000-0000000000000",
        "00000000_0000-7000-8000-000000000000", "0000000-00000-7000-8000-000000000000",
        "0000000g-0000-7000-8000-000000000000", " 0000000-0000-7000-8000-000000000000",
        "+0000000-0000-7000-8000-000000000000", "{0000000-0000-7000-8000-00000000000}",
        "0000000０-0000-7000-8000-00000000", "0x000000-0000-7000-8000-000000000000",
    ])
    func `a malformed key is rejected`(_ text: String) {
        #expect(RecordID(text) == nil)
    }

    @Test func `a time is unchanged by encoding and decoding`() {
        var dice = SeededGenerator(seed: 6)
        for _ in 0..<2000 {
            let range = UInt64(253_402_300_799_999 + 62_135_596_800_000)
            let time = ZonedTime(
                milliseconds: Int64(dice.next() % range) - 62_135_596_800_000, zone: dice.below(2161) - 1080)
            #expect(ZonedTime(time.description) == time)
        }
    }

    @Test(arguments: [
        (ZonedTime(milliseconds: 0, zone: 0), "1970-01-01T00:00:00.000Z"),
        (ZonedTime(milliseconds: 1_795_379_400_250, zone: 120), "2026-11-22T22:30:00.250+02:00"),
        (ZonedTime(milliseconds: -1, zone: -90), "1969-12-31T22:29:59.999-01:30"),
        (ZonedTime(milliseconds: 253_402_300_800_000, zone: 0), "10000-01-01T00:00:00.000Z"),
    ])
    func `times are encoded according to RFC 3339`(_ time: ZonedTime, _ text: String) {
        #expect(time.description == text)
    }

    @Test(arguments: [
        "2026-11-22T20:30:00.25Z", "2026-11-22t20:30:00.250Z", "2026-11-22 20:30:00.250z",
        "2026-11-22T20:30:00.250+00:00", "2026-11-22T20:30:00.250-00:00", "2026-11-22T20:29:60.250Z",
        "2026-11-22T20:30:00.2500Z", "2026-11-22T20:30:00.2495Z", "2026-11-22T20:30:00.24950000000001Z",
    ])
    func `alternative notations of a time are parsed`(_ text: String) {
        #expect(ZonedTime(text)?.description == "2026-11-22T20:30:00.250Z")
    }

    @Test(arguments: [
        "", "2026-02-30T20:30:00Z", "2026-11-22T24:30:00Z", "2026-11-22T20:60:00Z", "2026-11-22T20:30:61Z",
        "2026-11-22T20:30:00", "2026-11-22T20:30:00.Z", "2026-11-22T20:30:00+24:00",
        "2026-11-22T20:30:00+0100",
        "2026-11-22x20:30:00Z", "2026-11-22T20:30:00ZZ", "2026-11-2T20:30:00Z0",
    ])
    func `a malformed time is rejected`(_ text: String) {
        #expect(ZonedTime(text) == nil && InternetTime(Array(text.utf8)) == nil)
    }
}
