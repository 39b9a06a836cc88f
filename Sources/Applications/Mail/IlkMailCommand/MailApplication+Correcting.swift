import ArgumentParser
import Ilk
import IlkConsole
import IlkMail
import IlkStore
import IlkVerdictConsole
import IlkVocabulary

extension MailApplication: CorrectApplication {
    /// The account and the taxonomy of a correction.
    struct CorrectChoice: SelectionOptions {
        @OptionGroup var of: MailAccountOptions

        @Option(help: "The taxonomy of the label. (default: the verdict's, or doctype)")
        var taxonomy: TaxonomyName?

        func selection(
            in open: OpenStore<MailApplication>
        ) async throws -> (account: Account?, taxonomy: TaxonomyName?) {
            (try await of.selection(in: open), taxonomy)
        }
    }

    static let correctText = text(
        "correct",
        abstract: "Correct the predicted label of a message.",
        usage: """
            ilk mail correct <message> <label> [--taxonomy <name>] [--by <name>] [--account <address>]
            ilk mail correct <message> --withdraw [--taxonomy <name>] [--by <name>] [--account <address>]
            """,
        discussion: """
            The correction overrides the predicted label in lists and searches, and 'ilk retrain --from \
            mail' learns from it. A message can be corrected again: the last correction counts, and 'ilk \
            mail show' lists all corrections. --withdraw restores the predicted label. In the taxonomy \
            'folders', the labels are mail folders; a correction does not move the message (use 'ilk mail \
            move').
            """,
        examples: [
            "Correct the newest message": "correct -1 email",
            "Withdraw the correction": "correct -1 --withdraw",
            "Correct its label in another taxonomy": "correct -1 spam --taxonomy spam",
        ])

    static func correct(
        _ reference: String, by correction: RecordCorrection,
        _ selection: (account: Account?, taxonomy: TaxonomyName?), in open: OpenStore<Self>
    ) async throws -> CorrectedRecord {
        let message = try await MailStoreAccess.message(reference, account: selection.account, of: open.store)
        var correction = correction
        correction.taxonomy = try selection.taxonomy?.name ?? taxonomy(of: message)
        if let label = correction.label { try await check(label, of: correction.taxonomy, message, in: open) }
        let verdict = message.verdicts.first { $0.taxonomy == correction.taxonomy }?.category.rawValue
        let before = message.corrections.labels[correction.taxonomy] ?? verdict
        try await open.store.emails.correct(message.email, by: correction)
        return CorrectedRecord(
            id: message.email.shortID, before: before, after: correction.label ?? verdict,
            text: message.email.subject)
    }

    /// Returns the taxonomy of the message's verdict, or `doctype` if the message has no verdict. Throws an
    /// error if the message has verdicts in several taxonomies.
    private static func taxonomy(of message: StoredMessage) throws(CommandError) -> String {
        let names = message.verdicts.map(\.taxonomy)
        guard names.count <= 1 else {
            throw CommandError(
                .usage, "the message has verdicts in several taxonomies",
                hint: "specify one of them: " + names.map { "--taxonomy \($0)" }.joined(separator: ", "))
        }
        return names.first ?? Taxonomy.documentType.name
    }

    /// Throws an error if a taxonomy does not contain a label.
    private static func check(
        _ label: String, of taxonomy: String, _ message: StoredMessage, in open: OpenStore<Self>
    ) async throws {
        if taxonomy == EmailRepository.folderTaxonomy {
            let account = try await open.store.accounts.fetch(byId: message.email.accountId)
            _ = try await MailStoreAccess.folder(label, account: account, of: open.store)
            return
        }
        let set = try TaxonomyName(taxonomy).labelSet(open.console.folders)
        let known = set.taxonomy
        guard known.index(of: Category(label)) == nil else { return }
        if set.merged[Category(label)] != nil {
            let current = set.current(Category(label))
            throw CommandError(
                .usage, "the label '\(label)' was merged into '\(current)'", hint: "use '\(current)'")
        }
        throw CommandError(
            .usage, "the taxonomy \(taxonomy) has no label '\(label)'",
            hint: Suggestion.hint(
                for: label, among: known.categories.map(\.rawValue), listing: "allowed:"))
    }
}
