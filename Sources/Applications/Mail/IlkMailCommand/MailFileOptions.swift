import ArgumentParser
import IlkConsole
import IlkMail

struct MailAccountOptions: ParsableArguments {
    @Option("Only mail of this account. (default: all)", value: "address")
    var account: String?

    func account(in service: DatabaseService) async throws -> Account? {
        try await MailStoreAccess.account(account, of: service)
    }
}

struct MailFolderOptions: ParsableArguments {
    @OptionGroup var of: MailAccountOptions

    @Option("Only mail with this label.", value: "label")
    var folder: String?

    /// Returns the account and the label, or `nil` for all. Throws `noInput` if one does not exist.
    func choice(in service: DatabaseService) async throws -> (account: Account?, folder: String?) {
        let account = try await of.account(in: service)
        return (account, try await MailStoreAccess.folder(folder, account: account, of: service))
    }
}

struct MailPlaceOptions: StoreFileOptions {
    @Option(
        "The mail file. (default: ilk/mail.sqlite in the data folder)", value: "file",
        completion: .file())
    var mailFile: String?

    var file: String? { mailFile }
}
