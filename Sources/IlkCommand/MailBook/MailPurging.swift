import FoundationEssentials
import Ilk
import IlkDomains
import IlkStore

/// Takes messages out for good, after it has been asked for.
struct MailPurging {
    /// Which messages; nil for all.
    var query: String?
    /// Only of this account; nil for all.
    var account: String?
    /// Whether only a purge that was cut off is gone on with.
    var isResumed: Bool
    /// Whether it is only shown what would go.
    var isDry: Bool
    /// Whether a person is asked before.
    var asks: Bool
    /// Where it is told.
    var console: Console

    /// Takes them out.
    func run(_ file: String?) async throws {
        let service = try MailBook.open(file, console, access: isDry ? .readOnly : .readWrite)
        let account = try await MailBook.account(account, of: service)
        let purge = MailPurge(account: account?.id, query: isResumed ? nil : query, now: Date())
        if isDry {
            try await show(purge, account, of: service)
            return try service.close()
        }
        if asks, !isResumed { try ask() }
        // First: who is killed meanwhile leaves mail that no model has learned, and no model of mail that is gone.
        if try await isAnything(purge, account, in: service) { try unlearn(file ?? console.folders.mail) }
        var progress = ProgressLine("messages", total: nil, on: console)
        defer { progress.erase() }
        let gone =
            isResumed
            ? try await service.finishPurge { try progress.show($0) }
            : try await service.purge(purge) { try progress.show($0) }
        progress.erase()
        console.note("\(DecimalText.counted(gone, "message")) purged")
        try service.close()
    }

    /// Whether anything goes, by this purge or by one that was cut off.
    private func isAnything(
        _ purge: MailPurge, _ account: Account?, in service: DatabaseService
    ) async throws -> Bool {
        if isResumed { return true }
        if try await service.isPurgeUnfinished() { return true }
        return try await !page(purge, account, of: service, limit: 1).emails.isEmpty
    }

    /// What is purged may be counted in models that learned from it: these go too.
    private func unlearn(_ store: String) throws {
        let forgotten = try MailRelearning.models(of: store, console).forget()
        for path in forgotten.files {
            console.note("\(VisibleText.oneLine(path)) is deleted: it may have learned from what goes")
        }
        Unlearning.tell(forgotten.versions, again: "ilk retrain --from mail --label folder", console)
    }

    private func show(_ purge: MailPurge, _ account: Account?, of service: DatabaseService) async throws {
        let page = try await page(purge, account, of: service, limit: 1000)
        try await MailListing(format: .text, console: console).show(
            EmailRepository.Page(emails: page.emails, next: nil), of: service)
        let more = page.next == nil ? "" : " and more"
        console.note("\(DecimalText.counted(page.emails.count, "message"))\(more) would be purged")
    }

    /// The newest of what a purge means.
    private func page(
        _ purge: MailPurge, _ account: Account?, of service: DatabaseService, limit: Int
    ) async throws -> EmailRepository.Page {
        guard let query = purge.query else {
            return try await service.emails.page(account: account, limit: limit)
        }
        return try await service.emails.search(
            try MailQuery(query, calendar: MailBook.calendar(now: purge.now)), account: account, limit: limit)
    }

    private func ask() throws {
        StandardError.write(
            query == nil ? "purge all mail? [y/N] " : "purge what the query finds? [y/N] ")
        guard readLine()?.lowercased().hasPrefix("y") == true else {
            throw CommandFailure(.negative, "nothing was purged")
        }
    }
}
