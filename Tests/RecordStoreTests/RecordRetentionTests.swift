import Foundation
import IlkStore
import IlkVocabulary
import Testing

@testable import IlkCalls
@testable import IlkUsage

/// Retention rules of calls and usage.
@Suite struct RecordRetentionTests {
    @Test func `calls that match all criteria of a rule expire, and contacts stay`() async throws {
        let calls = try await Calls()
        try await calls.add("old and sad", days: 40, .sad)
        try await calls.add("old", days: 40, .happy)
        try await calls.add("old work", days: 40, tags: ["work"])
        try await calls.add("new and sad", days: 1, .sad)
        let now = calls.clock.now
        try await calls.storage.setRetention([
            CallRetention(age: 30 * 86_400, emotion: .sad), CallRetention(tag: "work"),
            CallRetention(age: 20 * 86_400, emotion: .sad),
        ])
        // A call that several rules select is counted once.
        #expect(try await calls.storage.previewRetention(now: now).records == 2)
        #expect(try await calls.storage.applyRetention(now: now).records == 2)
        #expect(try await calls.notes() == ["new and sad", "old"])
        // A rule without criteria matches all calls that have begun, but is no purge of the whole store.
        try await calls.storage.setRetention([CallRetention()])
        #expect(try await calls.storage.applyRetention(now: now).records == 2)
        #expect(try await calls.storage.contacts().count == 2)
        #expect(try await calls.storage.retention().count == 1)
        #expect(try await calls.storage.applyRetention(now: now).records == 0)
    }

    @Test func `expired events are erased, and devices and caregivers stay`() async throws {
        let store = try UsageStore.open(.memory)
        let device = try await store.thisDevice(creatingNamed: "iPad")
        try await store.record([
            UsageSamples.tap("old", day: 0), UsageSamples.tap("new", day: 39),
            UsageSamples.tap("coming", day: 41),
        ])
        let now = try #require(ZonedTime("2026-04-10T12:00:00Z"))
        try await store.setRetention([
            UsageRetention(age: 30 * 86_400), UsageRetention(type: .phrase),
            UsageRetention(age: 20 * 86_400, type: .tap),
        ])
        let due = try await store.previewRetention(now: Date(milliseconds: now.milliseconds))
        #expect(due.records == 1)
        #expect(try await store.applyRetention(now: Date(milliseconds: now.milliseconds)).records == 1)
        #expect(try await store.events().map { $0.tap?.symbolID } == ["coming", "new"])
        try await store.setRetention([UsageRetention()])
        #expect(try await store.applyRetention(now: Date(milliseconds: now.milliseconds)).records == 1)
        #expect(try await store.events().map { $0.tap?.symbolID } == ["coming"])
        #expect(try await store.devices().map(\.id) == [device.id])
        try store.close()
    }

    @Test func `rules and jobs in the database of an earlier program select the same events`() throws {
        let rule = try JSONDecoder().decode(UsageRetention.self, from: Data(#"{"age":60,"kind":0}"#.utf8))
        #expect(rule == UsageRetention(age: 60, type: .tap))
        let filter = try JSONDecoder().decode(UsageFilter.self, from: Data(#"{"kind":1}"#.utf8))
        #expect(filter == UsageFilter(type: .phrase))
    }
}
