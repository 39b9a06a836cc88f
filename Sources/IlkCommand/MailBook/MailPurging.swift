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
    /// The permission to delete.
    var erasure: ErasureOptions
    /// Where it is told.
    var console: Console

    /// Takes them out.
    func run(_ file: String?) async throws {
        let reading = try MailBook.open(file, console)
        // Before anything is counted or a model is deleted.
        try await reading.verify()
        let account = try await MailBook.account(account, of: reading)
        let purge = MailPurge(account: account?.id, query: isResumed ? nil : query, now: Date())
        var finishesOnly = isResumed
        if !isResumed {
            let count = try await count(purge, account, of: reading)
            if count == 0 { console.note("No matching messages.") }
            if count > 0, erasure.dryRun { try await show(purge, account, of: reading) }
            let isUnfinished = try await reading.isPurgeUnfinished()
            if count == 0 {
                guard isUnfinished, !erasure.dryRun else { return try reading.close() }
                finishesOnly = true
            } else {
                let what = DecimalText.counted(count, "message")
                guard try erasure.allows("delete", what, console) else { return try reading.close() }
            }
        }
        try reading.close()
        let service = try MailBook.open(file, console, access: .readWrite)
        // First: a process that is killed meanwhile leaves mail that no model has learned, and no model of erased mail.
        try unlearn(file ?? console.folders.mail)
        var progress = ProgressLine("messages", total: nil, on: console)
        defer { progress.erase() }
        let gone =
            finishesOnly
            ? try await service.finishPurge { try progress.show($0) }
            : try await service.purge(purge) { try progress.show($0) }
        progress.erase()
        console.note("Purged \(DecimalText.counted(gone, "message")).")
        try service.close()
    }

    /// The number of messages that a purge means.
    private func count(_ purge: MailPurge, _ account: Account?, of service: DatabaseService) async throws
        -> Int
    {
        guard let asked = purge.query else { return try await service.emails.count(account: account) }
        let query = try MailQuery(asked, calendar: MailBook.calendar(now: purge.now))
        var count = 0
        var next: EmailRepository.Page?
        repeat {
            let page = try await service.emails.search(
                query, account: account, limit: 1000, before: next?.next)
            count += page.emails.count
            try console.checkStop()
            next = page
        } while next?.next != nil
        return count
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
}
