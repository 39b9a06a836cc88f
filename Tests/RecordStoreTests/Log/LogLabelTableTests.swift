import IlkStore
import IlkVocabulary
import StoreTestSupport
import Testing

@testable import IlkLog

/// The table of labels of a log, and received records with labels that the table lacks.
@Suite struct LogLabelTableTests {
    private typealias Category = IlkVocabulary.Category

    private static let taxonomy = Taxonomy(name: "news", categories: ["sport", "tech"])

    private static func log(_ location: StoreLocation = .memory) throws -> ClassificationLogStore {
        try ClassificationLogStore.open(location, taxonomy: taxonomy)
    }

    private static func entry(_ label: Category, in log: ClassificationLogStore) -> LogRecord {
        LogRecord(id: log.nextID(), seconds: 4, category: label, text: "about \(label)")
    }

    private static func correction(
        _ label: Category, in log: ClassificationLogStore
    ) -> ClassificationCorrection {
        ClassificationCorrection(id: log.nextID(), category: label, source: .human, author: nil, seconds: 5)
    }

    @Test func `a label that another program adds is valid in a log that is open`() async throws {
        let scratch = try Scratch()
        let location = StoreLocation.file(scratch.path("log.sqlite"))
        let (one, other) = (try Self.log(location), try Self.log(location))
        // Both programs add the labels of the same taxonomy.
        for log in [one, other] { try log.addLabels(["sport", "tech", "world", "old"]) }
        #expect(one.taxonomy.categories == ["sport", "tech", "world", "old"])
        #expect(other.taxonomy == one.taxonomy)
        try other.addLabels(["late"])
        #expect(try await one.insert([Self.entry("late", in: one)]) == 1)
        await #expect(throws: ClassificationLogError.self) {
            try await one.insert([Self.entry("later", in: one)])
        }
        #expect(one.taxonomy.categories.last == "late")
        try one.close()
        try other.close()
        let again = try Self.log(location)
        #expect(again.taxonomy.categories == ["sport", "tech", "world", "old", "late"])
        #expect(try await again.fault(thorough: true) == nil)
        try again.close()
    }

    @Test func `the labels of the document types are fixed`() throws {
        let log = try ClassificationLogStore.open(.memory)
        try log.addLabels(["email", "world"])
        #expect(log.taxonomy == .documentType)
    }

    @Test func `received records with an unknown label are deferred until the log has the label`()
        async throws
    {
        let log = try Self.log()
        let (world, sport) = (Self.entry("world", in: log), Self.entry("sport", in: log))
        let word = Self.correction("finance", in: log)
        let changes: [LogChange] = [.entry(world), .entry(sport), .correction(word, of: sport.id)]
        for _ in 0..<2 { try await log.merge(changes) }
        #expect(try await log.records(after: nil).records == [sport])
        var deferred = try await log.deferredRecords()
        #expect(deferred.count == 2 && deferred.labels == ["finance", "world"])
        #expect(try await log.applicableRecords(after: nil, limit: 9).isEmpty)

        try log.addLabels(["world", "finance"])
        deferred = try await log.deferredRecords()
        #expect(deferred.count == 0 && deferred.labels.isEmpty)
        let ids = [world.id, word.id].sorted()
        #expect(try await log.applicableRecords(after: nil, limit: 9) == ids)
        #expect(try await log.applicableRecords(after: nil, limit: 1) == [ids[0]])
        #expect(try await log.applicableRecords(after: ids[0], limit: 9) == [ids[1]])
        try await log.merge(changes)
        #expect(try await log.applicableRecords(after: nil, limit: 9).isEmpty)
        let records = try await log.records(after: nil).records
        #expect(Set(records.map(\.id)) == [world.id, sport.id])
        #expect(records.flatMap(\.corrections) == [word])
        #expect(try await log.fault(thorough: true) == nil)
    }

    @Test func `all labels of a record are needed`() async throws {
        let log = try Self.log()
        var entry = Self.entry("sport", in: log)
        entry.labels = ["sport", "world", "finance"]
        try await log.merge([.entry(entry)])
        try log.addLabels(["world"])
        #expect(try await log.deferredRecords().labels == ["finance"])
        #expect(try await log.applicableRecords(after: nil, limit: 9).isEmpty)
        try log.addLabels(["finance"])
        #expect(try await log.applicableRecords(after: nil, limit: 9) == [entry.id])
    }

    @Test func `a deferred record that is erased elsewhere is forgotten, also with its entry`() async throws {
        let log = try Self.log()
        let entries = (["a", "b", "c"] as [Category]).map { Self.entry($0, in: log) }
        let word = Self.correction("world", in: log)
        try await log.merge(entries.map { .entry($0) } + [.correction(word, of: entries[0].id)])
        try await log.merge([], erasing: [entries[0].id, entries[1].id])
        #expect(try await log.deferredRecords().labels == ["c"])
        // A sync that starts from scratch receives all records again.
        _ = try await log.changes(after: nil, limit: 9)
        #expect(try await log.deferredRecords().count == 0)
    }
}
