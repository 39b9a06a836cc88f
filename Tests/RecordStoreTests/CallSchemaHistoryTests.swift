import Foundation
import IlkStore
import IlkVocabulary
import StoreTestSupport
import Testing

@testable import IlkCalls

/// Released migrations never change, and files of every schema version are migrated without loss.
@Suite struct `Schema history of the calls` {
    static let history = SchemaHistory(
        schema: CallLogStorage.schema,
        digests: [
            "de7a4bf4e5fbac24", "7bc3871af75c0b15", "6f8327ab56e5db29", "de10462367b75f39",
            "fae73ceeb8d023b8", "c4a1eea917178403", "c4a1eea917178403", "abdd30020eafdc3a",
            "9cd2295f1fcecf55", "9c92a418d517b00d",
        ],
        rows: """
            INSERT INTO callContact VALUES (-1, 'Sarah', 'sarah', 0), (9, 'Zoe', 'zoe', 0);
            INSERT INTO callLog (place, key, contactId, calledAt, duration, emotionalState, notes, createdAt, updatedAt)
                VALUES (1000 << 20, '01900000-0000-7000-8000-000000000001', -1, 1000, 20, 'happy', 'about Rome', 1, 1);
            INSERT INTO callLog (place, key, id, contactId, calledAt, notes, syncStatus, createdAt, updatedAt)
                VALUES (2000 << 20, '01900000-0000-7000-8000-000000000002', 41, 9, 2000, 'there', 'synced', 2, 2);
            INSERT INTO callTag VALUES ('01900000-0000-7000-8000-000000000001', 'family');
            """)

    @Test(arguments: 0...history.digests.count)
    func `a file of every schema version is migrated with its calls`(age: Int) async throws {
        let scratch = try Scratch()
        let storage = try await Self.history.opened(steps: age, in: scratch) { try CallLogStorage.open($0) }
        let calls = try await storage.fetchCallLogs()
        #expect(calls.map(\.notes) == (age == 0 ? [] : ["there", "about Rome"]))
        #expect(try await storage.statistics().total == (age == 0 ? 0 : 2))
        #expect(try await storage.search(FullTextQuery("rome")).count == (age == 0 ? 0 : 1))
        let tagged = try await storage.fetchCallLogs(matching: CallFilter(tag: "family"))
        #expect(tagged.map(\.duration) == (age == 0 ? [] : [20]))
        let contact = try await storage.contact(creatingNamed: "Ben").contact
        try await storage.saveCallLog(CallDraft(contactId: contact.id, calledAt: Date(), tags: ["new"]))
        #expect(try await storage.fetchCallLogs(matching: CallFilter(tag: "new")).count == 1)
        #expect(try await storage.syncQueue().count(where: { $0.call.contactId == contact.id }) == 1)
        try await storage.setRetention([CallRetention(age: 60, emotion: .sad)])
        #expect(try await storage.retention() == [CallRetention(age: 60, emotion: .sad)])
        #expect(try await storage.fault(thorough: true) == nil)
        try storage.close()
    }
}
