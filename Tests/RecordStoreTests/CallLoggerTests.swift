import Foundation
import GRDB
import IlkStore
import IlkVocabulary
import StoreTestSupport
import Testing

@testable import IlkCalls

@Suite struct CallLoggerTests {
    @Test func `one invalid call among many is quarantined alone`() async throws {
        let scratch = try Scratch()
        let path = scratch.path("calls.sqlite")
        let calls = try await Calls(.file(path))
        let logger = CallLogger(storage: calls.storage)
        let outside = try OutsideWriter(holding: path)
        for number in 0..<1000 {
            await logger.log(
                CallDraft(
                    contactId: number == 500 ? 77 : calls.sarah,
                    calledAt: calls.clock.now.addingTimeInterval(-Double(number)),
                    notes: "call number\(number)", tags: number % 10 == 0 ? ["tenth"] : []))
        }
        try outside.release()
        let ledger = await logger.close()
        #expect(ledger.stored == 999 && ledger.quarantined == 1)
        try await calls.storage.updateIndex()
        let tagged = try await calls.storage.fetchCallLogs(matching: CallFilter(tag: "tenth"), limit: 500)
        #expect(tagged.count == 99)
        #expect(try await calls.storage.search(FullTextQuery("number777")).count == 1)
        #expect(try await calls.storage.fault(thorough: true) == nil)
        try calls.storage.close()
    }
}
