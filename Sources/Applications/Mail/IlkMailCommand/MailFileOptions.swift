import ArgumentParser
import IlkConsole
import IlkMail

struct MailAccountOptions: SelectionOptions {
    @Option("Only mail of this account. (default: all)", value: "address")
    var account: String?

    func selection(in open: OpenStore<MailApplication>) async throws -> Account? {
        try await MailStoreAccess.account(account, of: open.store)
    }
}

struct MailFolderOptions: ExportChoiceOptions {
    @OptionGroup var of: MailAccountOptions

    @Option("Only mail with this label (folders are labels).", value: "label")
    var folder: String?

    /// Throws `noInput` if the account or the label does not exist.
    func selection(in open: OpenStore<MailApplication>) async throws -> MailSelection {
        let account = try await of.selection(in: open)
        return MailSelection(
            account: account,
            folder: try await MailStoreAccess.folder(folder, account: account, of: open.store))
    }
}

struct MailPlaceOptions: StoreFileOptions {
    @Option(
        "The mail store. (default: mail.sqlite in the data folder)", value: "file",
        completion: .file())
    var mailFile: String?

    var file: String? { mailFile }
}
