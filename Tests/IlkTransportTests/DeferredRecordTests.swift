import IlkLog
import IlkStore
import IlkSync
import IlkSyncStore
import IlkVocabulary
import SyncTestSupport
import Testing

@testable import IlkTransport

/// Logs of one label set on machines whose logs have different labels.
@Suite struct `Received records with labels that a log lacks` {
    private typealias Category = IlkVocabulary.Category

    /// A log with the collections of its label set.
    private struct SetLog: DeferringStore {
        let log: ClassificationLogStore
        let mapping: LogSyncMapping

        var name: String { log.name }
        var collections: Set<String> { mapping.collections }

        func writes(after mark: String?, limit: Int) async throws -> (writes: [LocalWrite], mark: String?) {
            try await log.writes(after: mark, limit: limit, as: mapping)
        }

        func apply(_ news: [RemoteChange]) async throws {
            try await log.apply(news, as: mapping, purging: nil)
        }

        func applicableKeys(after key: SyncKey?, limit: Int) async throws -> [SyncKey] {
            try await log.applicableKeys(after: key, limit: limit)
        }

        func deferred() async throws -> DeferredRecords { try await log.deferred() }
    }

    /// A log as an earlier release synced it: records with unknown labels were skipped.
    private struct FormerLog: SyncedStore {
        let current: SetLog

        var name: String { current.name }
        var collections: Set<String> { current.collections }

        func writes(after mark: String?, limit: Int) async throws -> (writes: [LocalWrite], mark: String?) {
            try await current.writes(after: mark, limit: limit)
        }

        func apply(_ news: [RemoteChange]) async throws {
            let known = news.filter { change in
                guard case .entry(let record)? = change.record.flatMap(current.mapping.change) else {
                    return true
                }
                return current.log.taxonomy.index(of: record.category) != nil
            }
            try await current.apply(known)
        }
    }

    private struct Machine {
        let log: ClassificationLogStore
        let replica: ReplicaStore
        private let store: SetLog
        private let link: DirectLink

        private static let labelSet = LabelSet(
            id: "01A21FD2-7A11-7C42-9A43-5D1D3B8A0C11", name: "news",
            labels: [.init("sport"), .init("world")])

        init(_ link: DirectLink, _ labels: [Category]) throws {
            let taxonomy = Taxonomy(name: "news", categories: labels)
            log = try .open(.memory, taxonomy: taxonomy)
            store = SetLog(log: log, mapping: LogSyncMapping(taxonomy, set: Self.labelSet))
            var settings = SyncSettings()
            settings.prefixes = store.mapping.prefixes
            replica = try ReplicaStore.open(.memory, settings: settings)
            self.link = link
        }

        @discardableResult
        func add(_ text: String, _ label: Category) async throws -> RecordID {
            let id = log.nextID()
            _ = try await log.insert([
                LogRecord(id: id, seconds: 1_800_000_000, category: label, text: text)
            ])
            return id
        }

        @discardableResult
        func sync(asBefore isFormer: Bool = false) async throws -> DeviceSyncService.Report {
            let stores: [any SyncedStore] = isFormer ? [FormerLog(current: store)] : [store]
            let report = try await DeviceSyncService(replica, over: link, stores: stores).sync()
            #expect(report.outcome == .inSync, "\(report)")
            return report
        }

        func records() async throws -> [LogRecord] {
            try await log.records(after: nil).records.sorted { $0.id < $1.id }
        }

        func texts() async throws -> [String] { try await records().map(\.text).sorted() }
    }

    private func link() async throws -> DirectLink {
        let hub = try HubStore.open(.memory)
        let token = try await hub.makeToken(for: "home", name: "all", scopes: [.sync])
        return DirectLink(hub: hub, account: try #require(try await hub.token(token)).account)
    }

    @Test func `a received entry is counted as deferred, and appears when the log gets its label`()
        async throws
    {
        let link = try await link()
        let (home, work) = (try Machine(link, ["sport", "world"]), try Machine(link, ["sport"]))
        try await home.add("a match", "sport")
        let vote = try await home.add("a vote", "world")
        try await home.log.correct(.id(vote), to: "world")
        #expect(try await home.sync().deferred == DeferredRecords())
        var report = try await work.sync()
        let deferred = DeferredRecords(count: 2, labels: ["world"])
        #expect(report.received == 3 && report.deferred == deferred)
        #expect(try await work.texts() == ["a match"])
        report = try await work.sync()
        #expect(report.received == 0 && report.deferred == deferred)
        #expect(try await ReplicaStatus(of: work.replica, for: work.log).deferred == deferred)

        try work.log.addLabels(["world"])
        report = try await work.sync()
        #expect(report.received == 2 && report.deferred.count == 0)
        #expect(try await work.records() == home.records())
        #expect(try await work.log.fault(thorough: true) == nil)
        report = try await work.sync()
        #expect(report.received + report.pushed + report.queued == 0)
    }

    @Test func `a deferred entry that is erased on another machine does not appear`() async throws {
        let link = try await link()
        let (home, work) = (try Machine(link, ["sport", "world"]), try Machine(link, ["sport"]))
        let vote = try await home.add("a vote", "world")
        for machine in [home, work] { try await machine.sync() }
        _ = try await home.log.purge(LogPurge(ids: [vote]))
        try await home.sync()
        #expect(try await work.sync().deferred.count == 0)
        try work.log.addLabels(["world"])
        try await work.sync()
        #expect(try await work.texts().isEmpty)
    }

    @Test func `a purge of everything erases deferred records on all machines`() async throws {
        let link = try await link()
        let (home, work) = (try Machine(link, ["sport", "world"]), try Machine(link, ["sport"]))
        try await home.add("a match", "sport")
        let vote = try await home.add("a vote", "world")
        try await home.log.correct(.id(vote), to: "world")
        for machine in [home, work] { try await machine.sync() }
        #expect(try await work.log.purge(LogPurge(filter: LogFilter(category: "sport"))).records == 1)
        #expect(try await work.log.deferredRecords().count == 2)
        #expect(try await work.log.purge(.everything).records == 1)
        for machine in [work, home, work] { try await machine.sync() }
        try work.log.addLabels(["world"])
        for machine in [work, home] {
            try await machine.sync()
            #expect(try await machine.texts().isEmpty)
        }
    }

    @Test func `a purge of everything erases corrections that wait for a deferred entry`() async throws {
        let link = try await link()
        let (home, work) = (try Machine(link, ["sport", "world"]), try Machine(link, ["sport"]))
        let vote = try await home.add("a vote", "world")
        try await home.log.correct(.id(vote), to: "sport")
        for machine in [home, work] { try await machine.sync() }
        #expect(try await work.log.deferredRecords().count == 1)
        #expect(try await work.log.preview(of: .everything).records == 1)
        #expect(try await work.log.purge(.everything).records == 1)
        #expect(try await work.log.preview(of: .everything).records == 0)
        for machine in [work, home, work] { try await machine.sync() }
        #expect(try await home.records().isEmpty)
        try await home.sync(asBefore: true)
        #expect(try await work.log.preview(of: .everything).records == 0)
    }

    @Test func `a purge keeps records that are deferred after it began`() async throws {
        struct Interruption: Error {}
        let link = try await link()
        let (home, work) = (try Machine(link, ["sport", "world"]), try Machine(link, ["sport"]))
        try await home.add("a match", "sport")
        try await home.add("a vote", "world")
        for machine in [home, work] { try await machine.sync() }
        await #expect(throws: Interruption.self) {
            try await work.log.purge(.everything) { _ in throw Interruption() }
        }
        try await home.add("a war", "world")
        for machine in [home, work] { try await machine.sync() }
        #expect(try await work.log.deferredRecords().count == 1)
        #expect(try await work.log.finishPurge().records == 1, "the deferred entry; the other was counted")
        #expect(try await work.log.deferredRecords().count == 1)
        for machine in [work, home] { try await machine.sync() }
        #expect(try await home.texts() == ["a war"])
        try work.log.addLabels(["world"])
        try await work.sync()
        #expect(try await work.texts() == ["a war"])
    }

    @Test func `records that an earlier release skipped are applied, and erased ones are not`() async throws {
        let link = try await link()
        let (home, work) = (try Machine(link, ["sport", "world"]), try Machine(link, ["sport"]))
        for (text, label) in [("kept", "sport"), ("erased", "sport"), ("skipped", "world")] {
            try await home.add(text, Category(label))
        }
        try await home.sync()
        try await work.sync(asBefore: true)
        #expect(try await work.texts() == ["erased", "kept"])
        let erased = try #require(try await work.records().first { $0.text == "erased" })
        _ = try await work.log.purge(LogPurge(ids: [erased.id]))
        try work.log.addLabels(["world"])
        try await work.sync()
        for machine in [work, home] {
            try await machine.sync()
            #expect(try await machine.texts() == ["kept", "skipped"])
        }
        #expect(try await work.sync().received == 0)
    }
}
