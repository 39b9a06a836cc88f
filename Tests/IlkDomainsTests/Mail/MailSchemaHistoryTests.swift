import Foundation
import IlkStore
import StoreTestSupport
import Testing

@testable import IlkDomains

/// The history of the mail's schema: a step never changes, and files of every age are brought up to date with all that is in
/// them.
@Suite struct `Schema history of mail` {
    private static let history = SchemaHistory(
        steps: MailSchemaSteps.steps, rows: MailSchemaSteps.rows, applicationID: MailSchema.applicationID,
        fill: { database, version in
            try Migration.fillRowRanges(of: MailSchema.rangedTables, version: version, in: database)
        })

    @Test func `the program's steps are those that were released, to the letter`() async throws {
        let scratch = try Scratch()
        let service = try DatabaseService.open(.file(scratch.path("new.db")))
        #expect(try await service.schemaVersion().program == Self.history.steps.count)
        #expect(try Self.history.differences(of: scratch.path("new.db"), in: scratch) == [])
        try service.close()
    }

    @Test(arguments: 0...MailSchemaSteps.steps.count)
    func `a file of every age comes up to date with its messages`(age: Int) async throws {
        let scratch = try Scratch()
        let path = scratch.path("mail.db")
        try Self.history.make(path, steps: age)
        let service = try DatabaseService.open(.file(path))
        let version = try await service.schemaVersion()
        #expect(version.file == version.program)
        let messages = age == 0 ? 0 : 1
        #expect(
            try await service.emails.fetch(limit: 9, offset: 0).map(\.subject)
                == Array(repeating: "Über Łódź", count: messages))
        // A file that has seen the third step was written by a program that folds words.
        if age < 3 {
            let calendar = SearchCalendar(timeZone: .gmt, now: Date(timeIntervalSince1970: 1_700_000_000))
            for words in ["rome", "ÜBER", "subject:lodz", "from:ann tag:inbox is:unread"] {
                let found = try await service.emails.search(MailQuery(words, calendar: calendar), limit: 9)
                #expect(found.emails.count == messages, "\(words)")
            }
            #expect(try await service.emails.search(query: "R ŁÓ", account: nil).count == messages)
        }
        #expect(try await service.fault(thorough: true) == nil)
        try service.close()
    }
}
