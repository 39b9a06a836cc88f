import IlkVocabulary
import Testing

@Suite struct `Times of records` {
    @Test(
        arguments: [
            ("2026-11-21T08:00:00Z", 1_795_248_000), ("2026-11-21 09:00:00+01:00", 1_795_248_000),
            ("1970-01-01T00:00:00.5Z", 0.5), ("12.25", 12.25), ("-3", -3), ("1969-12-31T23:59:59.25Z", -0.75),
            ("2024-02-29T00:00:00Z", 1_709_164_800),
        ] as [(String, Double)]) func `times are parsed`(text: String, seconds: Double)
    {
        #expect(RecordTime.seconds(text) == seconds)
    }

    @Test(arguments: [
        "", "yesterday", "2026-02-30T00:00:00Z", "2025-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
        "2026-11-21T24:00:00Z", "2026-11-21T08:60:00Z", "2026-11-21T08:00:00", "2026-11-21", "nan", "inf",
        "1e999",
        "2026-11-21T08:00:00.Z", "0x10", "2026-11-21T08:00:00+25:00",
    ]) func `invalid times are rejected`(text: String) {
        #expect(RecordTime.seconds(text) == nil)
    }
}
