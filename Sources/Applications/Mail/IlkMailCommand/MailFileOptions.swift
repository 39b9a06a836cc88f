import ArgumentParser
import IlkConsole
import IlkMail

/// The account that mail is of.
struct MailAccountOptions: ParsableArguments {
    @Option("Only mail of this account. (default: all)", value: "address")
    var account: String?

    /// The account; `nil` for all.
    ///
    /// - Throws: `noInput` if there is no such account.
    func account(in service: DatabaseService) async throws -> Account? {
        try await MailBook.account(account, of: service)
    }
}

/// Where mail is.
struct MailPlaceOptions: StoreFileOptions {
    @Option(
        "The mail store's file. (default: ilk/mail.sqlite in the user's data folder)", value: "file",
        completion: .file())
    var mailFile: String?

    var file: String? { mailFile }
}
