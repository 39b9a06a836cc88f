import Foundation
import Testing

/// The topics of the contract of the mail repositories, with the test for each topic. The tests run on a
/// store in memory and on a file.
@Suite struct `The contract of the mail repositories` {
    private static let accounts: [(topic: String, test: String)] = [
        ("fetchAll of none", "an empty store has none"),
        ("fetchAll in the order of addresses", "all come in the order of their addresses"),
        ("fetch(byId:) finds", "one is found by its key, with all that it has"),
        ("fetch(byId:) finds nothing", "a key that nobody has finds nothing"),
        ("fetch(byEmail:) finds, and finds nothing", "one is found by its address, whatever its case"),
        ("save of a new one", "one is found by its key, with all that it has"),
        ("save over the same one", "saving once more changes the same one"),
        ("delete", "deleting one takes its mail along, and of one that is not there is DB_004"),
    ]
    private static let emails: [(topic: String, test: String)] = [
        ("fetch(byGmailId:) finds", "one is found by its key, with all that it has"),
        ("fetch(byGmailId:) finds nothing", "a key that is not there finds nothing"),
        ("fetch without filters", "without filters all come, newest first"),
        ("fetch in the order of dates", "without filters all come, newest first"),
        ("fetch by account", "filters by account, folder and read state hold together"),
        ("fetch by folder", "filters by account, folder and read state hold together"),
        ("fetch by read state", "filters by account, folder and read state hold together"),
        ("fetch by all of them", "filters by account, folder and read state hold together"),
        ("fetch with a limit", "limit and offset cut a page out, and cursors go on behind one"),
        ("fetch with an offset", "limit and offset cut a page out, and cursors go on behind one"),
        ("fetchThreads", "those of a folder come by their newest message in it, as many as are asked for"),
        (
            "fetchThreads of a folder with a limit",
            "those of a folder come by their newest message in it, as many as are asked for"
        ),
        ("search in subjects", "looks into subject, address, name and snippet, and not into the text"),
        ("search in addresses", "looks into subject, address, name and snippet, and not into the text"),
        ("search in names", "looks into subject, address, name and snippet, and not into the text"),
        ("search in snippets", "looks into subject, address, name and snippet, and not into the text"),
        (
            "search whatever the case",
            "finds any stretch of a text, whatever its case and diacritics, in every script"
        ),
        ("search within an account", "stays within an account"),
        ("search of a hundred at most", "gives a hundred at most, newest first, and nothing for nothing"),
        (
            "save of a new one and over the same",
            "saving once more changes the same one: flags, labels, text, date"
        ),
        ("saveAll in one transaction", "many are saved in one transaction, all or none"),
        ("delete", "a deleted one is gone with all that it had, and once more is DB_004"),
        ("deleteOldest of too many and of few", "the newest stay when the oldest go"),
        (
            "count over all, an account, a folder",
            "messages and unread ones are counted over all, an account, a folder, and both"
        ),
        (
            "unreadCount over all, an account, a folder",
            "messages and unread ones are counted over all, an account, a folder, and both"
        ),
    ]
    private static let labels: [(topic: String, test: String)] = [
        ("fetchAll of an account", "all of an account come by their names"),
        ("fetchAll of none", "an account without any has none"),
        ("fetchAll without those of others", "those of another account are not among them"),
        ("fetch(byGmailId:account:) finds", "one is found by its key and account"),
        ("fetch of a key that is not there", "a key that is not there, or another account's, finds nothing"),
        ("fetch of another account's", "a key that is not there, or another account's, finds nothing"),
        ("save of a new one", "one is found by its key and account"),
        ("save over the same one", "saving once more renames the same one"),
        ("saveAll in one transaction", "several are saved all or none"),
    ]
    private static let states: [(topic: String, test: String)] = [
        ("fetch of none", "an account that was never synchronised has none"),
        ("fetch finds", "what is saved is fetched"),
        ("save of a new one", "what is saved is fetched"),
        ("save over the same one", "saving once more is over the same one"),
        ("updateHistoryId makes and moves the mark", "the mark moves forward, as numbers are compared"),
        ("updateHistoryId leaves the rest", "the mark leaves the rest of the state"),
        ("updateHistoryId of nobody", "the mark of an account that is not there is DB_004"),
    ]
    private static let service: [(topic: String, test: String)] = [
        ("a container with all tables", "is made where it is missing, with all its tables"),
        ("what is kept", "keeps what it has when it is opened again"),
        ("one that cannot be made", "that cannot be opened is an error to the caller"),
        ("a background context", "a background context writes all that it has, or nothing"),
        ("queries that follow", "a live query gives what there is, and again what there is after a change"),
        ("the codes of errors", "errors have the codes of the contract"),
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
            #expect(sources.contains("func `\(test)`"), "\(topic): there is no test '\(test)'")
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
                    "\(attribute ?? "")\(behind)".contains("MailPlace.allCases"), "\(name): \(topic), \(test)"
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
