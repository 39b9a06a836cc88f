import Foundation
import IlkStore
import IlkVocabulary
import StoreTestSupport
import Testing

@testable import IlkUsage

/// The list of changes that sync reads.
@Suite("usage changes") struct UsageChangesTests {
    private func all(_ store: UsageStore, after mark: inout String?, limit: Int = 3) async throws
        -> [UsageChange]
    {
        var changes: [UsageChange] = []
        while true {
            let page = try await store.changes(after: mark, limit: limit)
            guard !page.changes.isEmpty else { return changes }
            changes += page.changes
            mark = page.mark
        }
    }

    @Test(arguments: [1_000_000_000_001, 999_999_999_999_999_999, Int.max])
    func `events with numbers above the limit are stored unparsed and not counted`(_ number: Int)
        async throws
    {
        let store = try UsageStore.open(.memory)
        let ids = RecordIDSource()
        func phrase(_ time: Int) -> UsageEvent {
            var event = UsageSamples.tap("want", day: 0)
            event.id = ids.next()
            event.action = .phrase(
                PhraseCompletion(
                    symbolIDs: ["want"], phrase: "want", constructionTime: time,
                    edits: .init(removed: 0, reordered: 0), finalPhraseLength: 1))
            return event
        }
        let payloads = (0..<20).map { _ in UsagePayload(.event(phrase(number))) }
        let most = UsagePayload(.event(phrase(UsageEvent.maximumNumber)))
        try await store.applyChanges(payloads + [most], erasing: [], at: Date(timeIntervalSince1970: 0))
        #expect(
            try await store.events().compactMap { $0.phrase?.constructionTime } == [UsageEvent.maximumNumber]
        )
        #expect(try await store.fault(thorough: true) == nil)
    }

    @Test func `the first call returns all records and later calls return changes`()
        async throws
    {
        let store = try UsageStore.open(.memory)
        _ = try await store.thisDevice(creatingNamed: "home")
        try await store.record((0..<7).map { UsageSamples.tap("s\($0)", day: $0) })
        #expect(try await store.changeListID() == nil)
        #expect(try await store.changeCount(after: nil) == 8)
        var mark: String?
        #expect(try await all(store, after: &mark).count == 8)
        #expect(try await all(store, after: &mark).isEmpty)
        // Its timestamp is earlier than that of all other events.
        let early = UsageSamples.tap("early", day: -40)
        try await store.record([early])
        let profile = CaregiverProfile(id: store.nextID(), name: "mom")
        try await store.save(.caregiver(profile))
        #expect(try await store.changeCount(after: mark) == 2)
        let told = try await all(store, after: &mark)
        #expect(
            told == [.written(UsagePayload(.event(early))), .written(UsagePayload(.caregiver(profile)))])
        #expect(try await store.changeCount(after: mark) == 0)
        try await store.removeCaregiver(profile.id)
        #expect(try await store.changeCount(after: mark) == 1)
        #expect(try await all(store, after: &mark) == [.erased(profile.id)])
    }

    @Test func `a change made between two pages is returned`() async throws {
        let store = try UsageStore.open(.memory)
        try await store.record((0..<6).map { UsageSamples.tap("s\($0)", day: $0) })
        let first = try await store.changes(after: nil, limit: 3)
        let early = UsageSamples.tap("early", day: -40)
        try await store.record([early])
        var mark = first.mark
        let rest = try await all(store, after: &mark)
        #expect(rest.count == 4 && rest.last == .written(UsagePayload(.event(early))))
    }

    @Test func `remote changes are not listed and remote deletions update the index`()
        async throws
    {
        let store = try UsageStore.open(.memory)
        var mark: String?
        var phrase = UsageSamples.tap("s", day: 1)
        phrase.action = .phrase(PhraseCompletion(symbolIDs: ["s"], phrase: "a secret", constructionTime: 1))
        try await store.record([phrase])
        try await store.updateIndex()
        #expect(try await all(store, after: &mark).count == 1)
        let tap = UsageSamples.tap("theirs", day: 2)
        try await store.applyChanges([UsagePayload(.event(tap))], erasing: [phrase.id], at: store.now)
        #expect(try await all(store, after: &mark).isEmpty)
        #expect(try await store.events().map(\.id) == [tap.id])
        #expect(try await store.events(matching: UsageFilter(words: FullTextQuery("secret"))).isEmpty)
        #expect(try await store.fault(thorough: true) == nil)
        // Listing continues.
        try await store.record([UsageSamples.tap("mine", day: 3)])
        #expect(try await all(store, after: &mark).count == 1)
    }

    @Test func `a mark of another list counts as no mark`() async throws {
        let store = try UsageStore.open(.memory)
        try await store.record([UsageSamples.tap("one", day: 1)])
        var mark: String?
        #expect(try await all(store, after: &mark).count == 1)
        try await store.stopListingChanges()
        #expect(try await all(store, after: &mark).count == 1)
        try await store.purge(UsagePurge())
        #expect(try await store.changeListID() == nil)
        #expect(try await all(store, after: &mark).isEmpty)
    }
}
