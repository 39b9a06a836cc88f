import Foundation
import GRDB
import IlkStore
import StoreTestSupport
import Testing

@testable import IlkMail

/// The guarantees of all stores for mail. The text is the body of a message.
@Suite struct `Mail and the contract of all stores` {
    @Test(arguments: StoreContract.allCases) func `mail meets the contract`(guarantee: StoreContract)
        async throws
    {
        #expect(try await guarantee.violations(MailContractStore.self) == [], "\(guarantee.rawValue)")
    }
}

private struct MailContractStore: StoreFixture {
    let store: DatabaseService
    let account: Account

    static func open(_ path: String) async throws -> MailContractStore {
        let store = try DatabaseService.open(.file(path))
        let address = "me@example.com"
        if let account = try await store.accounts.fetch(byEmail: address) {
            return MailContractStore(store: store, account: account)
        }
        let account = Account(
            id: UUID(uuidString: "00000000-0000-7000-8000-00000000000B") ?? UUID(), email: address)
        try await store.accounts.save(account)
        return MailContractStore(store: store, account: account)
    }

    static func unfold(_ path: String) throws {
        try SearchWords.change(path) { database in
            for index in ["emailWords", "emailTrigrams"] { try SearchWords.empty(index, in: database) }
            let reader = try EmailReader(database)
            let index = MailIndex(database)
            for row in try Int64.fetchAll(database, sql: "SELECT row FROM email") {
                if let email = try reader.email(at: row) { index.add(.legacy(MailRow(email)), at: row) }
            }
            try index.finish()
        }
    }

    func add(_ texts: [String]) async throws {
        try await store.emails.saveAll(
            texts.map {
                Email(
                    gmailId: UUID().uuidString, accountId: account.id,
                    date: Date(timeIntervalSince1970: 1_700_000_000), bodyText: $0)
            })
    }

    func page(_ limit: Int, after: Int) async throws -> [String] {
        try await store.emails.fetch(limit: limit, offset: after).map { $0.bodyText ?? "" }
    }

    func found(_ query: String) async throws -> [String]? {
        let calendar = SearchCalendar(timeZone: .gmt, now: Date(timeIntervalSince1970: 1_700_000_000))
        let asked = try? MailQuery(query, calendar: calendar)  // Invalid queries find nothing.
        guard let query = asked else { return nil }
        return try await store.emails.search(query, limit: 1000).records.map { $0.bodyText ?? "" }
    }

    func exported() async throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try Array(encoder.encode(try await store.emails.records(limit: 1000).records.map(\.email)))
    }

    func load(_ exported: [UInt8]) async throws -> Int {
        let before = try await store.emails.count()
        try await store.emails.saveAll(JSONDecoder().decode([Email].self, from: Data(exported)))
        return try await store.emails.count() - before
    }

    func purge(_ word: String?) async throws { try await store.purge(MailPurge(query: word)) }
}
