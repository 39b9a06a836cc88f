import IlkLog
import IlkStore
import IlkSync
import IlkSyncStore
import IlkVocabulary
import StoreTestSupport
import SyncTestSupport
import Testing

@testable import IlkTransport

/// The collections of logs of label sets, which earlier releases named after the labels.
@Suite struct `Collections of label sets` {
    /// A log with the collections of its label set.
    private struct SetLog: SyncedStore {
        let log: ClassificationLogStore
        let mapping: LogSyncMapping

        var name: String { log.name }
        var collections: Set<String> { mapping.collections }
        var hasFormerCollections: Bool { mapping.prefixes.count > 1 }

        func writes(after mark: String?, limit: Int) async throws -> (writes: [LocalWrite], mark: String?) {
            try await log.writes(after: mark, limit: limit, as: mapping)
        }

        func apply(_ news: [RemoteChange]) async throws {
            try await log.apply(news, as: mapping, purging: nil)
        }
    }

    /// A machine whose release, and with it the collections, can change.
    private final class Machine {
        let link: DirectLink
        let log: ClassificationLogStore
        private let scratch: Scratch
        private var settings = SyncSettings()

        init(_ link: DirectLink, _ taxonomy: Taxonomy) throws {
            self.link = link
            log = try .open(.memory, taxonomy: taxonomy)
            scratch = try Scratch()
        }

        func add(_ text: String) async throws {
            _ = try await log.insert([
                LogRecord(
                    id: log.nextID(), seconds: 1_800_000_000, category: log.taxonomy.categories[0],
                    text: text,
                    features: nil, verdict: nil, redacted: nil)
            ])
        }

        func sync(_ mapping: LogSyncMapping) async throws {
            settings.prefixes = mapping.prefixes
            let replica = try ReplicaStore.open(
                .file(scratch.path("log.sync")), settings: settings)
            let service = DeviceSyncService(
                replica, over: link, stores: [SetLog(log: log, mapping: mapping)])
            #expect(try await service.sync().outcome == .inSync)
            try replica.close()
        }

        func texts() async throws -> [String] {
            try await log.records(after: nil).records.map(\.text).sorted()
        }
    }

    private func link() async throws -> DirectLink {
        let hub = try HubStore.open(.memory)
        let token = try await hub.makeToken(for: "home", name: "all", scopes: [.sync])
        return DirectLink(hub: hub, account: try #require(try await hub.token(token)).account)
    }

    private static let taxonomy = Taxonomy(name: "news", categories: ["sport", "tech"])
    private static let set = LabelSet(
        id: "01A21FD2-7A11-7C42-9A43-5D1D3B8A0C11", name: "news", labels: [.init("sport"), .init("tech")])
    private static let former = LogSyncMapping(taxonomy)
    private static let current = LogSyncMapping(taxonomy, set: set)

    @Test func `the collections of a set are named after its identity, whatever its labels`() {
        let more = Taxonomy(name: "news", categories: ["sport", "tech", "weather"])
        let changed = LogSyncMapping(more, set: Self.set)
        #expect(changed.entries == Self.current.entries && changed.entries.hasPrefix("log.set-"))
        #expect(changed.collections.isSuperset(of: Self.former.collections))
        var other = LabelSet(id: "other", name: "news", labels: Self.set.labels)
        #expect(LogSyncMapping(Self.taxonomy, set: other).prefix != Self.current.prefix)
        // A set without a file has no identity yet.
        other.origin = .model
        #expect(LogSyncMapping(Self.taxonomy, set: other) == Self.former)
    }

    @Test func `the labels of shipped sets never change, so their collections keep their names`() {
        for set in LabelSet.shipped {
            var own = set
            own.origin = .user
            #expect(LogSyncMapping(set.taxonomy, set: own) == LogSyncMapping(set.taxonomy))
        }
        #expect(LogSyncMapping(.documentType, set: nil).prefixes.count == 1)
    }

    @Test func `records of an earlier release are read from the collections of that release`() async throws {
        let link = try await link()
        let (old, new) = (try Machine(link, Self.taxonomy), try Machine(link, Self.taxonomy))
        try await old.add("from before")
        try await old.sync(Self.former)
        try await new.add("from now")
        try await new.sync(Self.current)
        #expect(try await new.texts() == ["from before", "from now"])
        // The earlier release skips the new collections. After the update it reads them.
        try await old.sync(Self.former)
        #expect(try await old.texts() == ["from before"])
        try await old.add("between")
        try await old.sync(Self.current)
        #expect(try await old.texts() == ["between", "from before", "from now"])
        try await new.sync(Self.current)
        #expect(try await new.texts() == ["between", "from before", "from now"])
    }

    @Test func `an entry erased after the update is erased in the former collection`() async throws {
        let link = try await link()
        let (old, new) = (try Machine(link, Self.taxonomy), try Machine(link, Self.taxonomy))
        try await old.add("a secret")
        try await old.sync(Self.former)
        try await new.sync(Self.current)
        let ids = try await new.log.entries(newest: 1).map(\.id)
        _ = try await new.log.purge(LogPurge(ids: ids))
        try await new.sync(Self.current)
        try await old.sync(Self.former)
        #expect(try await old.texts().isEmpty)
    }
}
