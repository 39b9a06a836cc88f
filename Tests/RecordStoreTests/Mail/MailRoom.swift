import Foundation
import GRDB
import IlkStore
import StoreTestSupport
import Testing

@testable import IlkMail

/// The contract of all stores, held by mail: texts are what messages say.
@Suite struct `Mail and the contract of all stores` {
    @Test(arguments: StoreContract.allCases) func `mail keeps the contract`(promise: StoreContract)
        async throws
    {
        #expect(try await promise.violations(MailRoom.self) == [], "\(promise.rawValue)")
    }
}

private struct MailRoom: ContractRoom {
    let service: DatabaseService
    let account: Account

    static func open(_ path: String) async throws -> MailRoom {
        let service = try DatabaseService.open(.file(path))
        let address = "me@example.com"
        if let account = try await service.accounts.fetch(byEmail: address) {
            return MailRoom(service: service, account: account)
        }
        let account = Account(
            id: UUID(uuidString: "00000000-0000-7000-8000-00000000000B") ?? UUID(), email: address)
        try await service.accounts.save(account)
        return MailRoom(service: service, account: account)
    }

    static func restore(_ backup: String, to path: String) throws {
        try DatabaseService.restore(backup, to: path)
    }

    static func unfold(_ path: String) throws {
        try SearchWords.change(path) { database in
            for index in ["emailWords", "emailTrigrams"] { try SearchWords.empty(index, in: database) }
            let reader = try EmailReader(database)
            let index = MailIndex(database)
            for row in try Int64.fetchAll(database, sql: "SELECT row FROM email") {
                if let email = try reader.email(at: row) { index.add(.former(MailRow(email)), at: row) }
            }
            try index.finish()
        }
    }

    func add(_ texts: [String]) async throws {
        try await service.emails.saveAll(
            texts.map {
                Email(
                    gmailId: UUID().uuidString, accountId: account.id,
                    date: Date(timeIntervalSince1970: 1_700_000_000), bodyText: $0)
            })
    }

    func page(_ limit: Int, after: Int) async throws -> [String] {
        try await service.emails.fetch(limit: limit, offset: after).map { $0.bodyText ?? "" }
    }

    func found(_ query: String) async throws -> [String]? {
        let calendar = SearchCalendar(timeZone: .gmt, now: Date(timeIntervalSince1970: 1_700_000_000))
        let asked = try? MailQuery(query, calendar: calendar)  // It looks for nothing.
        guard let query = asked else { return nil }
        return try await service.emails.search(query, limit: 1000).emails.map { $0.bodyText ?? "" }
    }

    func exported() async throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try Array(encoder.encode(try await service.emails.stored(limit: 1000).map(\.email)))
    }

    func take(_ exported: [UInt8]) async throws -> Int {
        let before = try await service.emails.count()
        try await service.emails.saveAll(JSONDecoder().decode([Email].self, from: Data(exported)))
        return try await service.emails.count() - before
    }

    func purge(_ word: String?) async throws { try await service.purge(MailPurge(query: word)) }

    func backUp(to path: String) throws { try service.backUp(to: path) }

    func fault() async throws -> String? { try await service.fault() }

    func close() async throws { try service.close() }
}
