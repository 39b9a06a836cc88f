import Foundation
import GRDB
import IlkStore
import StoreTestSupport
import Testing

@testable import IlkDomains

/// The history of the calls' schema: a step never changes, and files of every age are brought up to date with all that is
/// in them.
@Suite struct `Schema history of the calls` {
    private static let history = SchemaHistory(
        steps: CallSchemaSteps.steps, rows: CallSchemaSteps.rows, applicationID: CallLogSchema.applicationID,
        fill: { database, version in
            try Migration.fillRowRanges(of: CallLogSchema.rangedTables, version: version, in: database)
        })

    @Test func `the program's steps are those that were released, to the letter`() async throws {
        let scratch = try Scratch()
        let storage = try CallLogStorage.open(.file(scratch.path("new.db")))
        #expect(try await storage.schemaVersion().program == Self.history.steps.count)
        #expect(try Self.history.differences(of: scratch.path("new.db"), in: scratch) == [])
        try storage.close()
    }

    @Test(arguments: 0...CallSchemaSteps.steps.count)
    func `a file of every age comes up to date with its calls`(age: Int) async throws {
        let scratch = try Scratch()
        let path = scratch.path("calls.db")
        try Self.history.make(path, steps: age)
        let storage = try CallLogStorage.open(.file(path))
        let version = try await storage.schemaVersion()
        #expect(version.file == version.program)
        let calls = try await storage.fetchCallLogs()
        #expect(calls.map(\.notes) == (age == 0 ? [] : ["there", "about Rome"]))
        #expect(try await storage.statistics().total == (age == 0 ? 0 : 2))
        #expect(try await storage.search(WordQuery("rome")).count == (age == 0 ? 0 : 1))
        let tagged = try await storage.fetchCallLogs(matching: CallFilter(tag: "family"))
        #expect(tagged.map(\.duration) == (age == 0 ? [] : [20]))
        let contact = try await storage.contact(makingNamed: "Ben").contact
        try await storage.saveCallLog(CallDraft(contactId: contact.id, calledAt: Date(), tags: ["new"]))
        #expect(try await storage.fetchCallLogs(matching: CallFilter(tag: "new")).count == 1)
        #expect(try await storage.syncQueue().count(where: { $0.call.contactId == contact.id }) == 1)
        #expect(try await storage.fault(thorough: true) == nil)
        try storage.close()
    }

    @Test func `a file of a newer program is refused untouched`() throws {
        let scratch = try Scratch()
        let path = scratch.path("calls.db")
        try Self.history.make(path, steps: Self.history.steps.count)
        let queue = try DatabaseQueue(path: path)
        let version = Self.history.steps.count + 1
        try queue.write {
            try $0.execute(
                sql:
                    "PRAGMA user_version = \(version); UPDATE rowRange SET rows = \(version) WHERE source = ''"
            )
        }
        try queue.close()
        let before = try scratch.bytes("calls.db")
        for access in [Store.Access.readWrite, .readOnly] {
            let error = #expect(throws: StoreError.self) {
                try CallLogStorage.open(.file(path), access: access)
            }
            #expect(error?.code == .newerSchema && error?.exitStatus == 78)
        }
        #expect(try scratch.bytes("calls.db") == before)
    }
}
