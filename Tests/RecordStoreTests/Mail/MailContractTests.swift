import Foundation
import Testing

/// The topics of the contract of the mail repositories, with the test for each topic. The tests run on a
/// store in memory and on a file.
@Suite struct `The contract of the mail repositories` {
    private static let accounts: [(topic: String, test: String)] = [
        ("fetchAll of none", "an empty store has no accounts"),
        ("fetchAll in the order of addresses", "all accounts are returned in the order of their addresses"),
        ("fetch(byId:) finds", "a saved record is found by its key with all its fields"),
        ("fetch(byId:) finds nothing", "an unknown key finds nothing"),
        ("fetch(byEmail:)", "an account is found by its address in any case"),
        ("save of a new record", "a saved record is found by its key with all its fields"),
        ("save of an existing record", "saving an existing account changes it"),
        ("delete", "an account is deleted with its mail, and an unknown one gives DB_004"),
    ]
    private static let emails: [(topic: String, test: String)] = [
        ("fetch(byGmailId:) finds", "a saved record is found by its key with all its fields"),
        ("fetch(byGmailId:) finds nothing", "an unknown id finds nothing"),
        ("fetch without filters", "without filters all messages are returned, newest first"),
        ("fetch in the order of dates", "without filters all messages are returned, newest first"),
        ("fetch by account", "filters by account, folder and read state are combined with AND"),
        ("fetch by folder", "filters by account, folder and read state are combined with AND"),
        ("fetch by read state", "filters by account, folder and read state are combined with AND"),
        ("fetch by all filters", "filters by account, folder and read state are combined with AND"),
        ("fetch with a limit", "limit, offset and cursors select a page"),
        ("fetch with an offset", "limit, offset and cursors select a page"),
        ("fetchThreads", "threads of a folder are sorted by their newest message in it, up to the limit"),
        (
            "fetchThreads of a folder with a limit",
            "threads of a folder are sorted by their newest message in it, up to the limit"
        ),
        ("search in subjects", "covers subject, address, name and snippet, but not the text"),
        ("search in addresses", "covers subject, address, name and snippet, but not the text"),
        ("search in names", "covers subject, address, name and snippet, but not the text"),
        ("search in snippets", "covers subject, address, name and snippet, but not the text"),
        (
            "search ignoring case",
            "finds any substring, ignoring case and diacritics, in every script"
        ),
        ("search within an account", "is limited to the account"),
        (
            "search of at most a hundred",
            "returns at most a hundred messages, newest first, and none for an empty query"
        ),
        (
            "save of a new and an existing message",
            "saving an existing message changes its flags, labels, text and date"
        ),
        ("saveAll in one transaction", "several messages are saved in one transaction, all or none"),
        ("delete", "a message is deleted with all its rows, and a second time gives DB_004"),
        ("deleteOldest above and below the number to keep", "deleting the oldest messages keeps the newest"),
        (
            "count over all, an account, a folder",
            "all and unread messages are counted overall, by account, by folder and by both"
        ),
        (
            "unreadCount over all, an account, a folder",
            "all and unread messages are counted overall, by account, by folder and by both"
        ),
    ]
    private static let labels: [(topic: String, test: String)] = [
        ("fetchAll of an account", "all mail labels of an account are returned by name"),
        ("fetchAll of none", "an account without mail labels returns none"),
        ("fetchAll without other accounts", "mail labels of another account are not returned"),
        ("fetch(byGmailId:account:) finds", "a mail label is found by its key and account"),
        ("fetch of an unknown key", "an unknown key or one of another account finds nothing"),
        ("fetch of a key of another account", "an unknown key or one of another account finds nothing"),
        ("save of a new record", "a mail label is found by its key and account"),
        ("save of an existing record", "saving an existing mail label renames it"),
        ("saveAll in one transaction", "several mail labels are saved, all or none"),
    ]
    private static let states: [(topic: String, test: String)] = [
        ("fetch of none", "an account that was never synced has no state"),
        ("fetch finds", "a saved state is fetched"),
        ("save of a new record", "a saved state is fetched"),
        ("save of an existing record", "saving an existing state replaces it"),
        (
            "updateHistoryId creates and updates the state",
            "the history id only increases, compared as a number"
        ),
        ("updateHistoryId keeps the rest", "updating the history id keeps the rest of the state"),
        (
            "updateHistoryId of an unknown account",
            "updating the history id of an unknown account gives DB_004"
        ),
    ]
    private static let service: [(topic: String, test: String)] = [
        ("a new container", "is created with all its tables if it does not exist"),
        ("an existing container", "keeps its rows when it is reopened"),
        ("a container that cannot be opened", "throws an error if it cannot be opened"),
        ("a background context", "a background context writes all its changes or none"),
        ("live queries", "a live query returns the current result and each later one"),
        ("error codes", "errors have the codes of the contract"),
    ]
    private static let all: [(file: String, count: Int, topics: [(topic: String, test: String)])] = [
        ("Account", 8, accounts), ("Email", 25, emails), ("Label", 9, labels), ("SyncState", 7, states),
        ("Database", 6, service),
    ]

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    @Test func `has 55 topics with a test each`() throws {
        for (name, count, topics) in Self.all {
            #expect(topics.count == count, "\(name)")
            #expect(Set(topics.map(\.topic)).count == count, "\(name)")
        }
        let sources = try Self.sources()
        for (topic, test) in Self.all.flatMap(\.topics) {
            #expect(sources.contains("func `\(test)`"), "\(topic): no test is named '\(test)'")
        }
    }

    /// Tests of the service open their own files, or need none.
    @Test func `is tested in memory and on a file`() throws {
        let sources = try Self.sources()
        for (name, _, topics) in Self.all where name != "Database" {
            for (topic, test) in topics {
                let start = try #require(sources.range(of: "func `\(test)`"), "\(name): \(topic)")
                let before = sources[..<start.lowerBound].suffix(400)
                let behind = sources[start.upperBound...].prefix(600)
                let attribute = before.range(of: "@Test", options: .backwards).map {
                    before[$0.lowerBound...]
                }
                #expect(
                    "\(attribute ?? "")\(behind)".contains("MailTestLocation.allCases"),
                    "\(name): \(topic), \(test)"
                )
            }
        }
    }

    private static func sources() throws -> String {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .filter { $0.hasSuffix("Tests.swift") && $0 != "MailContractTests.swift" }
            .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined(
                separator: "\n")
    }
}
