import Foundation
import IlkLog
import IlkStore
import IlkSync
import IlkSyncStore
import IlkVocabulary
import StoreTestSupport
import SyncTestSupport
import Testing

@testable import IlkTransport

/// Logs of two machines of one user, with a hub in the same process.
@Suite struct `Logs on several machines` {
    private struct Machine {
        let log: ClassificationLogStore
        let service: DeviceSyncService
        let replica: ReplicaStore

        init(
            _ link: DirectLink, _ location: StoreLocation = .memory, taxonomy: Taxonomy = .documentType
        ) throws {
            log = try ClassificationLogStore.open(location, taxonomy: taxonomy)
            var settings = SyncSettings()
            settings.prefixes = [LogSyncMapping(taxonomy).prefix]
            replica = try ReplicaStore.open(.memory, settings: settings)
            service = DeviceSyncService(replica, over: link, stores: [log])
        }

        @discardableResult
        func add(_ text: String, _ category: Category? = nil) async throws -> RecordID {
            let id = log.nextID()
            _ = try await log.insert([
                LogRecord(
                    id: id, seconds: 1_800_000_000.25, category: category ?? log.taxonomy.categories[0],
                    text: text, features: "{}",
                    verdict: .init(
                        probability: 0.7, margin: 0.1, abstention: nil, scores: "{}", flags: "cut",
                        provenance: Provenance(
                            classifier: "bayes", modelDigest: "a", ruleSetDigest: nil, icuVersion: "72.1")),
                    redacted: "mail")
            ])
            return id
        }

        func records() async throws -> [LogRecord] {
            try await log.records(after: nil).records.sorted { $0.id < $1.id }
        }

        func sync() async throws -> DeviceSyncService.Report {
            let report = try await service.sync()
            #expect(report.outcome == .inSync, "\(report)")
            return report
        }
    }

    private func link() async throws -> DirectLink {
        let hub = try HubStore.open(.memory)
        let token = try await hub.makeToken(for: "home", name: "all", scopes: [.sync])
        return DirectLink(hub: hub, account: try #require(try await hub.token(token)).account)
    }

    @Test func `corrections made on either machine are available for retraining on both`() async throws {
        let link = try await link()
        let (home, work) = (try Machine(link), try Machine(link))
        let kinds = home.log.taxonomy.categories
        let one = try await home.add("see you at eight\0 then")
        try await work.add("dear sir")
        _ = try await home.sync()
        _ = try await work.sync()
        try await work.log.correct(.id(one), to: kinds[1], author: "é\0x")
        try await home.add("quarterly report")
        try await home.log.correct(.newest(1), to: kinds[2])
        // Both machines correct one text. The later correction applies on both.
        try await home.log.correct(.id(one), to: kinds[3], source: .audit)
        for machine in [work, home, work, home] { _ = try await machine.sync() }
        #expect(try await home.records() == work.records())
        #expect(try await home.records().count == 3)
        #expect(try await home.records().flatMap(\.corrections).count == 3)
        let learned = try await home.log.correctedTexts().map(\.labeled)
        #expect(learned.count == 2)
        #expect(try await work.log.correctedTexts().map(\.labeled) == learned)
        #expect(try await home.sync().pushed + home.sync().pulled == 0)
        #expect(try await home.log.fault(thorough: true) == nil)
        #expect(try await work.log.fault(thorough: true) == nil)
    }

    @Test func `received entries do not wait to be sent`() async throws {
        let link = try await link()
        let (home, work) = (try Machine(link), try Machine(link))
        for text in ["one", "two", "three"] { try await home.add(text) }
        _ = try await home.sync()
        #expect(try await work.sync().received == 3)
        let mark = try await work.replica.mark(DeviceSyncService.markName(of: work.log))
        #expect(try await work.log.changeCount(after: mark) == 0)
        try await work.add("four")
        #expect(try await work.log.changeCount(after: mark) == 1)
        let report = try await work.sync()
        #expect(report.pushed == 1 && report.queued == 1)
    }

    @Test func `entries purged on one machine are purged on the other, including their corrections`()
        async throws
    {
        let link = try await link()
        let scratch = try Scratch()
        let home = try Machine(link)
        let work = try Machine(link, .file(scratch.path("work.sqlite")))
        let secret = try await home.add("the password is kittiwake")
        try await home.add("nothing to hide")
        try await home.log.correct(.id(secret), to: home.log.taxonomy.categories[1])
        _ = try await home.sync()
        _ = try await work.sync()
        #expect(try await work.log.correctedTexts().count == 1)
        _ = try await home.log.purge(LogPurge(ids: [secret]))
        _ = try await home.sync()
        _ = try await work.sync()
        #expect(try await work.records().map(\.text) == ["nothing to hide"])
        #expect(try await work.log.correctedTexts().isEmpty)
        let left = try Data(contentsOf: URL(fileURLWithPath: scratch.path("work.sqlite")))
        #expect(left.range(of: Data("kittiwake".utf8)) == nil)
        // Entries added after the newest one was purged are new, even if their row IDs are reused.
        try await home.add("and then this")
        _ = try await home.sync()
        _ = try await work.sync()
        #expect(try await work.records().count == 2)
    }

    @Test
    func `a correction that arrives before its entry is kept, and an unknown label is deferred`()
        async throws
    {
        let machine = try Machine(try await link())
        let id = machine.log.nextID()
        let word = ClassificationCorrection(
            id: machine.log.nextID(), category: machine.log.taxonomy.categories[1], source: .human,
            author: nil,
            seconds: 5)
        let other = ClassificationCorrection(
            id: machine.log.nextID(), category: "no such", source: .human, author: nil, seconds: 6)
        try await machine.log.merge([.correction(word, of: id), .correction(other, of: id)])
        #expect(try await machine.records().isEmpty)
        let entry = LogRecord(
            id: id, seconds: 4, category: machine.log.taxonomy.categories[0], text: "late", corrections: [])
        let strange = LogRecord(id: machine.log.nextID(), seconds: 4, category: "no such", text: "x")
        for _ in 0..<2 { try await machine.log.merge([.entry(entry), .entry(strange)]) }
        let there = try await machine.records()
        #expect(there.map(\.id) == [id] && there[0].corrections == [word])
        #expect(try await machine.log.deferred() == DeferredRecords(count: 2, labels: ["no such"]))
    }

    @Test func `entries and corrections of a multi-label taxonomy have the same labels on all machines`()
        async throws
    {
        let link = try await link()
        let tags = Taxonomy(name: "tags", categories: ["a", "b", "c"], isMultilabel: true)
        let (home, work) = (try Machine(link, taxonomy: tags), try Machine(link, taxonomy: tags))
        let entries = [["a", "b"], ["c"]].map { (labels: [IlkVocabulary.Category]) in
            LogRecord(
                id: home.log.nextID(), seconds: 4, category: labels[0], text: "x \(labels[0])",
                labels: labels)
        }
        _ = try await home.log.insert(entries)
        try await home.log.correct(.id(entries[0].id), to: ["b", "c"], isMultilabel: true)
        for machine in [home, work] { _ = try await machine.sync() }
        try await work.log.correct(.id(entries[1].id), to: [], isMultilabel: true)
        for machine in [work, home] { _ = try await machine.sync() }
        #expect(try await home.records() == work.records())
        #expect(try await work.log.entry(.id(entries[0].id)).labels == ["a", "b"])
        for machine in [home, work] {
            let learned = try await machine.log.correctedTexts().map(\.labeled.categories)
            #expect(learned == [["b", "c"], []])
            #expect(try await machine.log.fault(thorough: true) == nil)
        }
        // Earlier programs must not apply a correction of which they would read one label.
        let word = try #require(try await home.records().flatMap(\.corrections).first)
        guard
            case .event(_, _, let payload) = try LogSyncMapping(tags).write(
                .correction(word, of: entries[0].id))
        else {
            Issue.record("a correction is an event")
            return
        }
        #expect(String(decoding: payload, as: UTF8.self).contains(#""version":3"#))
    }

    @Test func `a withdrawal counts on all machines, also if it arrives before its entry`() async throws {
        let link = try await link()
        let (home, work) = (try Machine(link), try Machine(link))
        let kinds = home.log.taxonomy.categories
        let entry = try await home.add("see you at eight")
        try await home.log.correct(.id(entry), to: kinds[1])
        for machine in [home, work] { _ = try await machine.sync() }
        #expect(try await work.log.correctedTexts().count == 1)
        try await work.log.withdrawCorrections(of: .id(entry), author: "ana")
        for machine in [work, home] { _ = try await machine.sync() }
        #expect(try await home.records() == work.records())
        #expect(try await home.log.correctedTexts().isEmpty)
        // Earlier programs ignore the withdrawal and do not take it for a confirmation.
        let withdrawal = try #require(try await home.records()[0].corrections.last)
        #expect(withdrawal.withdraws && withdrawal.author == "ana")
        guard
            case .event(_, _, let payload) = try LogSyncMapping(.documentType).write(
                .correction(withdrawal, of: entry))
        else { throw CancellationError() }
        #expect(String(decoding: payload, as: UTF8.self).contains(#""version":2"#))
        let late = try Machine(link)
        let record = try await home.records()[0]
        try await late.log.merge(record.corrections.map { .correction($0, of: entry) })
        try await late.log.merge([.entry(record)])
        #expect(try await late.records() == [record])
        #expect(try await late.log.correctedTexts().isEmpty)
    }

    @Test func `a correction that waits for its entry is erased with the entry`() async throws {
        let scratch = try Scratch()
        let path = scratch.path("waiting.sqlite")
        let machine = try Machine(try await link(), .file(path))
        let entry = machine.log.nextID()
        func word(_ author: String) -> ClassificationCorrection {
            ClassificationCorrection(
                id: machine.log.nextID(), category: machine.log.taxonomy.categories[1], source: .human,
                author: author, seconds: 5)
        }
        let (own, others) = (word("turnstone"), word("dotterel"))
        try await machine.log.merge([
            .correction(own, of: entry), .correction(others, of: machine.log.nextID()),
        ])
        // The deletion of the entry, and that of a single correction.
        try await machine.log.merge([], erasing: [entry, others.id])
        try await machine.log.merge([
            .entry(
                LogRecord(id: entry, seconds: 4, category: machine.log.taxonomy.categories[0], text: "late"))
        ])
        #expect(try await machine.records().flatMap(\.corrections).isEmpty)
        try machine.log.close()
        let left = try Data(contentsOf: URL(fileURLWithPath: path))
        for name in ["turnstone", "dotterel"] { #expect(left.range(of: Data(name.utf8)) == nil, "\(name)") }
    }

    @Test(arguments: [
        ("\"scores\":\"{}\"", "\"scores\":\"\""),
        ("\"scores\":\"{}\"", "\"scores\":\"{\\\"email\\\":\\\"x\\\"}\""),
        ("\"features\":\"{}\"", "\"features\":\"[\""),
    ])
    func `an invalid entry is ignored`(_ right: String, _ wrong: String) throws {
        let mapping = LogSyncMapping(.documentType)
        let record = LogRecord(
            id: RecordID(high: 1, low: 2), seconds: 1, category: "email", text: "a", features: "{}",
            verdict: .init(
                probability: 0.7, margin: 0.1, abstention: nil, scores: "{}", flags: nil,
                provenance: Provenance(
                    classifier: "bayes", modelDigest: nil, ruleSetDigest: nil, icuVersion: "72.1")))
        guard case .event(let key, let collection, let payload) = try mapping.write(.entry(record)) else {
            Issue.record("no event")
            return
        }
        let text = String(decoding: payload, as: UTF8.self)
        #expect(text.contains(right))
        func change(_ payload: String) -> LogChange? {
            mapping.change(
                SyncRecord(
                    key: key, kind: .event, collection: collection,
                    stamp: Stamp(time: .zero, device: DeviceID(1), incarnation: Incarnation(1)),
                    payload: Array(payload.utf8)))
        }
        #expect(change(text) == .entry(record))
        #expect(change(text.replacingOccurrences(of: right, with: wrong)) == nil)
    }

    @Test
    func `logs of other taxonomies are kept apart, and a restored log starts a new change list`()
        async throws
    {
        let link = try await link()
        let home = try Machine(link)
        let other = try Machine(link, taxonomy: Taxonomy(name: "other", categories: ["a", "b"]))
        try await home.add("one")
        try await other.add("two")
        for machine in [home, other, home, other] { _ = try await machine.sync() }
        #expect(try await home.records().map(\.text) == ["one"])
        #expect(try await other.records().map(\.text) == ["two"])
        #expect(try await home.replica.records().count == 1)
        let list = try await home.log.changeListID()
        try await home.log.stopListingChanges()
        #expect(try await home.log.changeListID() == nil)
        #expect(try await home.sync().pushed == 0)
        #expect(try await home.log.changeListID() != list)
    }

    @Test func `log payloads survive a round trip, and altered ones are ignored`() throws {
        let mapping = LogSyncMapping(.documentType)
        let record = LogRecord(
            id: RecordID(high: 1, low: 2), seconds: 0.1 + 0.2, category: "email", text: "a\0é\u{2028}")
        guard case .event(let key, let collection, let payload) = try mapping.write(.entry(record)) else {
            Issue.record("no event")
            return
        }
        let stamp = Stamp(time: .zero, device: DeviceID(1), incarnation: Incarnation(1))
        func come(_ key: SyncKey, _ collection: String, _ payload: [UInt8]?) -> SyncRecord {
            SyncRecord(key: key, kind: .event, collection: collection, stamp: stamp, payload: payload)
        }
        #expect(mapping.change(come(key, collection, payload)) == .entry(record))
        #expect(mapping.change(come(SyncKey(high: 1, low: 3), collection, payload)) == nil)
        #expect(mapping.change(come(key, "usage.event", payload)) == nil)
        #expect(mapping.change(come(key, collection, nil)) == nil)
        #expect(mapping.change(come(key, collection, Array(payload.dropLast()))) == nil)
        let newer = String(decoding: payload, as: UTF8.self).replacingOccurrences(
            of: "\"version\":1", with: "\"version\":2")
        #expect(mapping.change(come(key, collection, Array(newer.utf8))) == nil)
    }
}
