import FoundationEssentials
import IlkVocabulary
import Testing

@testable import IlkLearning

@Suite("Versions over time") struct VersionTimelineTests {
    private static func record(
        _ act: RegistryRecord.ChangeType, _ version: String, before: String?, at second: Double
    ) -> RegistryRecord {
        RegistryRecord(
            act, version, number: 1, digest: "d" + version, before: before,
            ChangeAuthor(who: "tester", why: "why", when: Date(timeIntervalSince1970: second)))
    }

    private static func manifest(_ version: String, created second: Double) -> VersionManifest {
        VersionManifest(
            version: version, taxonomy: "weather", digest: "d" + version,
            created: Date(timeIntervalSince1970: second))
    }

    /// Version 1 until 100, version 2 until 200, version 1 again. Version 3 is a candidate.
    private static let timeline = VersionTimeline(
        [
            record(.import, "2", before: nil, at: 50), record(.promote, "2", before: "1", at: 100),
            record(.rollback, "1", before: "2", at: 200), record(.remove, "9", before: nil, at: 300),
        ], initial: "none",
        manifests: [manifest("1", created: 1), manifest("2", created: 50), manifest("3", created: 60)])

    @Test func `promotions and rollbacks begin periods`() {
        let periods = Self.timeline.periods
        #expect(periods.map(\.version) == ["1", "2", "1"])
        #expect(periods.map(\.change) == [.initial, .promote, .rollback])
        #expect(periods.map(\.start) == [nil, 100, 200])
        #expect(periods.map(\.digest) == ["d1", "d2", "d1"])
        #expect(periods.map(\.author) == [nil, "tester", "tester"])
        #expect(Self.timeline.candidates.map(\.version) == ["3"])
    }

    @Test func `without changes there is one period`() {
        let timeline = VersionTimeline([], initial: "none", manifests: [])
        #expect(timeline.periods.map(\.version) == ["none"] && timeline.periods.map(\.digest) == [""])
    }

    /// The digest of the model, the time, and the place of the period: -1 for a candidate, -2 for other
    /// models.
    @Test(
        arguments: [
            ("d1", 10, 0), ("d1", 150, 0), ("d1", 250, 2), ("d2", 150, 1), ("d2", 10, 1), ("d2", 900, 1),
            ("d3", 150, -1),
            ("dx", 150, -2), ("", 150, -2), (nil, 10, 0), (nil, 100, 1), (nil, 250, 2),
        ] as [(String?, Double, Int)])
    func `a prediction belongs to the version that made it`(model: String?, time: Double, place: Int) {
        var timeline = Self.timeline
        timeline.add(.one("cold", as: "cold", at: time, model: model))
        #expect(timeline.periods.map(\.predictions.texts) == (0..<3).map { $0 == place ? 1 : 0 })
        #expect(timeline.candidates.map(\.predictions.texts) == [place == -1 ? 1 : 0])
        #expect(timeline.others.texts == (place == -2 ? 1 : 0))
    }

    @Test(
        arguments: [
            (0, 1_000, [nil, 100, 200], 1), (0, 99, [nil], 1), (100, 150, [nil, 100], 0),
            (150, 160, [100], 0),
            (201, 400, [200], 0),
        ] as [(Double, Double, [Double?], Int)])
    func `a period of the report selects the versions in it`(
        start: Double, end: Double, starts: [Double?], candidates: Int
    ) {
        let timeline = Self.timeline.overlapping(start...end)
        #expect(timeline.periods.map(\.start) == starts)
        #expect(timeline.candidates.count == candidates)
    }

    @Test func `a registry has the timeline of its history`() throws {
        let fixture = try RegistryFixture()
        let registry = fixture.registry()
        let first = try fixture.add(1)
        let second = try fixture.add(2)
        let third = try fixture.add(3)
        try registry.promote(first, RegistryFixture.signature(second: 1))
        try registry.promote(second, RegistryFixture.signature(second: 2))
        try registry.rollback(RegistryFixture.signature(second: 3))
        let timeline = try registry.timeline()
        #expect(timeline.periods.map(\.version) == ["none", first, second, first])
        #expect(timeline.candidates.map(\.version) == [third])
    }
}
