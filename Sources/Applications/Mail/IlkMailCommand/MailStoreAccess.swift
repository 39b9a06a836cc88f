import IlkStore
import IlkVocabulary
package import IlkConsole
import FoundationEssentials
package import Ilk
package import IlkMail

/// Functions that the mail commands share.
package enum MailStoreAccess {
    #if Mail
        /// The hidden argument with which this program runs as a worker that parses mail.
        package static let workerArguments = ["--parse-mail"]

        /// The worker that parses mail: this program in another process.
        package static var worker: MailWorker {
            MailWorker(executable: CommandEnvironment.current.program, arguments: workerArguments)
        }
    #endif

    /// Opens an existing store for reading.
    package static func open(_ file: String?, _ console: Console) throws -> DatabaseService {
        try MailApplication.open(file, console, access: .readOnly)
    }

    /// Returns the account with an address, or `nil` if no address is given. Throws `noInput` if the account
    /// does not exist.
    package static func account(_ address: String?, of service: DatabaseService) async throws -> Account? {
        guard let address else { return nil }
        guard let account = try await service.accounts.fetch(byEmail: address) else {
            let known = try await service.accounts.fetchAll().map(\.email).joined(separator: ", ")
            throw CommandError(
                .noInput, "there is no account '\(address)'",
                hint: known.isEmpty
                    ? "import mail with: ilk mail import FILE --account ADDRESS"
                    : "the accounts are \(known)")
        }
        return account
    }

    static func addresses(of service: DatabaseService) async throws -> [UUID: String] {
        try await service.addresses()
    }

    /// Returns the key of the mail label with a name, or `nil` if no name is given. Throws `noInput` if no
    /// label has exactly this name, including case.
    package static func folder(
        _ name: String?, account: Account?, of service: DatabaseService
    ) async throws -> String? {
        guard let name else { return nil }
        let known = try await labels(account: account, of: service)
        if known.contains(name) { return name }
        let list = Suggestion.hint(for: name, among: known.sorted(), listing: "the labels are")
        throw CommandError(
            .noInput, "there is no label '\(name)'",
            hint: known.isEmpty
                ? "list the labels with: ilk mail labels" : "\(list); see: ilk mail labels")
    }

    /// Returns `true` if an account has a mail label with a name. Throws `noInput` if the name of the label
    /// differs only in case.
    static func isLabel(_ name: String, account: Account?, of service: DatabaseService) async throws -> Bool {
        let known = try await labels(account: account, of: service)
        if known.contains(name) { return true }
        guard let meant = known.filter({ $0.lowercased() == name.lowercased() }).min() else { return false }
        throw CommandError(.noInput, "there is no label '\(name)'", hint: "did you mean '\(meant)'?")
    }

    /// Returns the keys of the mail labels of an account, or of all accounts if `account` is `nil`.
    private static func labels(account: Account?, of service: DatabaseService) async throws -> Set<String> {
        var known: Set<String> = []
        let accounts = if let account { [account] } else { try await service.accounts.fetchAll() }
        for account in accounts {
            known.formUnion(try await service.labels.fetchAll(account: account).map(\.gmailId))
        }
        return known
    }

    /// Returns the message that a reference identifies. A reference is a position such as `-1`, a key, a
    /// short id or a Message-ID. Throws `noInput` if there is no such message, and `RecordStoreError` if
    /// several messages have the short id.
    package static func message(
        _ reference: String, account: Account?, of service: DatabaseService
    ) async throws -> StoredMessage {
        let bare =
            reference.hasPrefix("<") && reference.hasSuffix(">")
            ? String(reference.dropFirst().dropLast()) : reference
        if let message = try await service.message(bare, account: account) { return message }
        throw CommandError(
            .noInput, "there is no message '\(bare)'",
            hint: "use -1 (newest), -2, ..., an id or a Message-ID; 'ilk mail ls' lists the ids")
    }

    /// The name of the taxonomy of models that predict folders.
    package static let taxonomy = EmailRepository.folderTaxonomy

    /// Returns the models that were trained on a store.
    package static func models(of store: String, _ console: Console) -> MailModels {
        MailModels(store: store, taxonomy: taxonomy, folders: console.folders, now: Date())
    }
}
