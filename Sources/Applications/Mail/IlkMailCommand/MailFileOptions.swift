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

/// The account and the label of mail.
struct MailFolderOptions: ParsableArguments {
    @OptionGroup var of: MailAccountOptions

    @Option("Only with this label.", value: "label")
    var folder: String?

    /// The account and the label; `nil` for all.
    ///
    /// - Throws: `noInput` if there is no such account or label.
    func choice(in service: DatabaseService) async throws -> (account: Account?, folder: String?) {
        let account = try await of.account(in: service)
        return (account, try await MailBook.folder(folder, account: account, of: service))
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
