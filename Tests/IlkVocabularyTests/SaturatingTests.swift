import IlkVocabulary
import Testing

@Suite("Saturating conversions") struct SaturatingTests {
    @Test func `a number beyond the limits becomes the nearest limit`() {
        #expect(Int64(saturating: 1e300) == .max)
        #expect(Int64(saturating: -1e300) == .min)
        #expect(Int64(saturating: .infinity) == .max)
        #expect(Int64(saturating: 0x1p63) == .max)
        #expect(Int64(saturating: -0x1p63) == .min)
        #expect(UInt64(saturating: -1) == 0)
        #expect(UInt64(saturating: -0.5) == 0)
        #expect(Int32(saturating: 2_147_483_648) == .max)
        #expect(Int64(saturating: .nan) == 0)
        #expect(Int64(saturating: -.nan) == 0)
    }

    @Test func `other numbers lose their fraction`() {
        #expect(Int64(saturating: 1.9) == 1)
        #expect(Int64(saturating: -1.9) == -1)
        #expect(Int64(saturating: 1_764_000_000_123.5) == 1_764_000_000_123)
    }

    @Test(arguments: [Int64.min, -1 << 61, -2_208_988_800_000, -1, 0, 253_402_300_800_000, 1 << 61, .max])
    func `every time has a day and a text`(milliseconds: Int64) {
        for zone in [-1080, 0, 1080, Int.min, Int.max] {
            let time = ZonedTime(milliseconds: milliseconds, zone: zone)
            #expect(time.day == CalendarDay(time.day.number))
            guard zone.clamped(-1080, 1080) == zone else { continue }
            #expect(!time.description.isEmpty)
        }
    }
}

extension Int {
    fileprivate func clamped(_ low: Int, _ high: Int) -> Int { Swift.min(Swift.max(self, low), high) }
}
