import Foundation
import IlkVocabulary
import TestSupport
import Testing

/// Keys and times are read and written a million times a sync, by code of our own: it is held to Foundation's, and to itself.
@Suite struct `Keys and times as text` {
    @Test func `a key is read as Foundation reads it, in either case`() {
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
    func `what is no key is none`(_ text: String) {
        #expect(RecordID(text) == nil)
    }

    @Test func `a time is read as it was written, by both readers`() {
        var dice = SeededGenerator(seed: 6)
        for _ in 0..<2000 {
            let range = UInt64(253_402_300_799_999 + 62_135_596_800_000)
            let time = ZonedTime(
                milliseconds: Int64(dice.next() % range) - 62_135_596_800_000, zone: dice.below(2161) - 1080)
            let text = time.description
            #expect(ZonedTime(text) == time)
            let canonical = Array(text.utf8).withUnsafeBytes { ZonedTime(canonical: $0) }
            #expect(canonical == time || time.day.date.year > 9999 || time.day.date.year < 0)
        }
    }

    @Test(arguments: [
        (ZonedTime(milliseconds: 0, zone: 0), "1970-01-01T00:00:00.000Z"),
        (ZonedTime(milliseconds: 1_795_379_400_250, zone: 120), "2026-11-22T22:30:00.250+02:00"),
        (ZonedTime(milliseconds: -1, zone: -90), "1969-12-31T22:29:59.999-01:30"),
        (ZonedTime(milliseconds: 253_402_300_800_000, zone: 0), "10000-01-01T00:00:00.000Z"),
    ])
    func `times are written as RFC 3339 has them`(_ time: ZonedTime, _ text: String) {
        #expect(time.description == text)
    }

    @Test(arguments: [
        "2026-11-22T20:30:00.25Z", "2026-11-22t20:30:00.250Z", "2026-11-22T20:30:00.250z",
        "2026-11-22T20:30:00.250+00:00", "2026-11-22T20:30:00.250-00:00", "2026-11-22T20:30:60.250Z",
        "2026-02-30T20:30:00.250Z", "2026-11-22T24:30:00.250Z", "2026-11-22T20:30:00.2500Z", "",
    ])
    func `another form of a time is not canonical`(_ text: String) {
        #expect(Array(text.utf8).withUnsafeBytes { ZonedTime(canonical: $0) } == nil)
    }
}
