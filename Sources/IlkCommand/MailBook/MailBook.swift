import FoundationEssentials
import Ilk
import IlkDomains
import IlkStore

/// The mail store's file as its commands open it.
enum MailBook {
    /// Opens a store that is there.
    ///
    /// - Throws: `noInput` when there is no such file, and what opening throws.
    static func open(_ file: String?, _ console: Console, access: Store.Access = .readOnly) throws
        -> DatabaseService
    {
        let path = file ?? console.folders.mail
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(
                .noInput, "there is no mail", at: path,
                hint: "take some in with: ilk mail import FILE" + (file == nil ? "" : " --mail-file \(path)"))
        }
        return try DatabaseService.open(.file(path), access: access)
    }

    /// The account that a person named; nil for all.
    ///
    /// - Throws: `noInput` when there is no such account.
    static func account(_ address: String?, of service: DatabaseService) async throws -> Account? {
        guard let address else { return nil }
        guard let account = try await service.accounts.fetch(byEmail: address) else {
            let known = try await service.accounts.fetchAll().map(\.email).joined(separator: ", ")
            throw CommandFailure(.noInput, "there is no such account", hint: "accounts are: \(known)")
        }
        return account
    }

    /// What queries count days by: UTC, as all times are shown.
    static func calendar(now: Date) -> SearchCalendar { SearchCalendar(timeZone: .gmt, now: now) }

    /// The message that a person means: by its key, its Message-ID, or the end of its key.
    ///
    /// - Throws: `noInput` when there is none.
    static func message(_ reference: String, of service: DatabaseService) async throws -> StoredMessage {
        let bare =
            reference.hasPrefix("<") && reference.hasSuffix(">")
            ? String(reference.dropFirst().dropLast()) : reference
        if let place = Int(bare), place < 0, place > -1_000_000 {
            let newest = try await service.emails.fetch(limit: 1, offset: -place - 1)
            if let email = newest.first {
                return try await service.emails.stored(gmailId: email.gmailId, accountId: email.accountId)
            }
        }
        guard let email = try await service.emails.fetch(byGmailId: bare) else {
            throw CommandFailure(
                .noInput, "there is no such message",
                hint: "a message is named by -1 (the newest), -2, ..., or its id: ilk mail ls --format ndjson"
            )
        }
        return try await service.emails.stored(gmailId: email.gmailId, accountId: email.accountId)
    }
}
