import Foundation
import IlkStore
import IlkVocabulary
import StoreTestSupport
import Testing

@testable import IlkDomains

/// The history of the usage's schema: a step never changes, and files of every age are brought up to date with all that is
/// in them.
@Suite struct `Schema history of the usage` {
    private static let history = SchemaHistory(
        steps: UsageSchemaSteps.steps, rows: UsageSchemaSteps.rows, applicationID: UsageSchema.applicationID,
        fill: { database, version in
            try Migration.fillRowRanges(of: UsageSchema.rangedTables, version: version, in: database)
        })

    @Test func `the program's steps are those that were released, to the letter`() async throws {
        let scratch = try Scratch()
        let store = try UsageStore.open(.file(scratch.path("new.db")))
        #expect(try await store.schemaVersion().program == Self.history.steps.count)
        #expect(try Self.history.differences(of: scratch.path("new.db"), in: scratch) == [])
        try store.close()
    }

    @Test(arguments: 0...UsageSchemaSteps.steps.count)
    func `a file of every age comes up to date with its events`(age: Int) async throws {
        let scratch = try Scratch()
        let path = scratch.path("usage.db")
        try Self.history.make(path, steps: age)
        let store = try UsageStore.open(.file(path))
        let version = try await store.schemaVersion()
        #expect(version.file == version.program)
        let events = try await store.events()
        #expect(events.map { $0.phrase?.phrase ?? $0.tap?.label } == (age == 0 ? [] : ["to Rome", "Rome"]))
        #expect(try await store.search(WordQuery("rome")).count == (age == 0 ? 0 : 1))
        #expect(try await store.sessions().map(\.totalSymbols) == (age == 0 ? [] : [1]))
        try await store.record([UsageSamples.tap("new", day: 2)])
        #expect(try await store.fault(thorough: true) == nil)
        try store.close()
    }
}
