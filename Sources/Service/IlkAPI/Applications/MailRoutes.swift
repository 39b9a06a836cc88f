import FoundationEssentials
import IlkFraming
import IlkHTTP
import IlkMail
import IlkStore
import IlkSyncStore
import IlkVocabulary

/// Routes about labels and threads of mail. Remote content of a message, such as images, is never loaded.
struct MailRoutes {
    let store: OpenRecords<DatabaseService>

    var routes: [Route] { [labels, threads, thread] }

    private static let items = JSONSchema.object([
        .init("items", .array(of: .object([], others: .ignored)), isRequired: true)
    ])
    private static let account = Parameter(
        .query, .init("account", .string(1...320), "Only mail of the account with this address."))

    private var labels: Route {
        Route(
            .get, "/v1/mail/labels", "listMailLabels", tag: "mail",
            "List the labels and folders of all accounts with their numbers of messages.",
            access: .token(.read), answers: [.init(200, "The labels.", ["application/json"], Self.items)],
            problems: [.conflict]
        ) { [store] _ in
            var items: [JSONObject] = []
            if let records = try store.records() {
                for account in try await records.accounts.fetchAll() {
                    items += try await records.labels.fetchAll(account: account).map {
                        $0.fields(account: account.email)
                    }
                }
            }
            return try APIResponse.json(encoding: ["items": items] as JSONObject).tagged
        }
    }

    private var threads: Route {
        let label = Parameter(
            .query,
            .init("label", .string(1...1000), "Only threads with a message that has the label with this id."))
        return Route(
            .get, "/v1/mail/threads", "listMailThreads", tag: "mail", "List the threads, newest first.",
            access: .token(.read), parameters: [Self.account, label] + ListPage.parameters("threads"),
            answers: [
                .init(200, "A page of threads.", ["application/json"], ListPage.form("The threads."))
            ],
            problems: [.noSuchRecord, .noSuchPage, .conflict]
        ) { [store] call in
            guard let records = try store.records() else {
                return try ListPage.response([], cursor: nil, call)
            }
            let accounts = try await records.addresses()
            let page = try await records.emails.threadPage(
                account: Self.account(call, in: records), folder: call.value("label")?.string,
                limit: ListPage.limit(call),
                before: call.value("cursor")?.string.map { try EmailCursor(token: $0) })
            let items = page.records.map { thread in
                var fields = thread.fields
                fields["account"] = accounts[thread.accountId]
                return fields
            }
            return try ListPage.response(items, cursor: page.end?.description, call)
        }
    }

    private var thread: Route {
        let id = JSONSchema.Field("thread", .string(1...1000), isRequired: true, "The id of the thread.")
        return Route(
            .get, "/v1/mail/threads/{thread}", "showMailThread", tag: "mail",
            "Show the messages of a thread with their texts, oldest first.", access: .token(.read),
            parameters: [Parameter(.path, id), Self.account],
            answers: [.init(200, "The messages.", ["application/json"], Self.items)],
            problems: [.noSuchRecord, .conflict]
        ) { [store] call in
            let name = call.value("thread")?.string ?? ""
            let missing = Problem(.noSuchRecord, "there is no thread '\(name)'")
            guard let records = try store.records() else { throw missing }
            let chosen = try await Self.account(call, in: records)
            var items: [JSONObject] = []
            for account in try await records.accounts.fetchAll() where chosen == nil || chosen == account {
                let found = try await records.emails.fetch(threadId: name, accountId: account.id)
                items += try await records.emails.stored(found).map { $0.fields(account: account.email) }
            }
            guard !items.isEmpty else { throw missing }
            return try APIResponse.json(encoding: ["items": items] as JSONObject).tagged
        }
    }

    /// Returns the account that a request names, or `nil` for all accounts.
    private static func account(_ call: APICall, in records: DatabaseService) async throws -> Account? {
        guard let address = call.value("account")?.string else { return nil }
        guard let account = try await records.accounts.fetch(byEmail: address) else {
            throw Problem(.noSuchRecord, "there is no account '\(address)'")
        }
        return account
    }
}
