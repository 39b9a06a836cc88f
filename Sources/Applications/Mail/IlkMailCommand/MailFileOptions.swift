import ArgumentParser
import IlkMail
import IlkStore

/// Which mail.
struct MailFileOptions: ParsableArguments {
    @OptionGroup var place: MailPlaceOptions

    @OptionGroup var of: MailAccountOptions

    /// Where it is.
    var mailFile: String? { place.mailFile }
    /// The address of the account.
    var account: String? { of.account }
}

/// The account that mail is of.
struct MailAccountOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only mail of this account. (default: all)", valueName: "address"))
    var account: String?

    /// The account; `nil` for all.
    ///
    /// - Throws: `noInput` if there is no such account.
    func account(in service: DatabaseService) async throws -> Account? {
        try await MailBook.account(account, of: service)
    }
}
