public import FoundationEssentials
import GRDB
public import IlkStore
public import IlkVocabulary

extension EmailRepository {
    /// Returns a page of messages with their original bytes and verdicts, oldest first.
    ///
    /// - Parameters:
    ///   - place: The end of the previous page, which the previous call returned; `nil` for the first page.
    ///   - limit: The maximum number of messages.
    ///   - filter: The selection of messages.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    /// - Complexity: O(*n*) in the limit.
    public func records(
        after place: EmailCursor? = nil, limit: Int = 200, matching filter: MailSelection = MailSelection()
    ) async throws -> RecordPage<StoredMessage, EmailCursor> {
        try await base.fetch { database in
            let rows = try EmailFilter(account: filter.account, folder: filter.folder)
                .oldest(database, after: place, limit: limit)
            let page = try Self.stored(database, rows, filter.withSource)
            return RecordPage(page, end: page.last?.cursor)
        }
    }

    /// Returns a message with its original bytes and verdicts.
    ///
    /// - Parameters:
    ///   - gmailId: The key of the message.
    ///   - accountId: The key of the account.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``, or ``DatabaseError/notFound(_:)`` if the message does not
    ///   exist.
    public func stored(gmailId: String, accountId: UUID) async throws -> StoredMessage {
        let found = try await base.fetch { database in
            let rows = try Int64.fetchAll(
                database,
                sql:
                    "SELECT e.row FROM email e JOIN account a ON a.row = e.account WHERE e.gmailId = ? AND a.id = ?",
                arguments: [gmailId, accountId.uuidString])
            return try Self.stored(database, rows, true)
        }
        guard let message = found.first else { throw DatabaseError.notFound("message \(gmailId)") }
        return message
    }

    /// Returns messages with their verdicts and corrections, without their original bytes.
    ///
    /// - Parameter emails: The messages, identified by their accounts and keys. Messages that do not exist
    ///   are left out.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    /// - Complexity: O(*n*) in the number of messages.
    public func stored(_ emails: [Email]) async throws -> [StoredMessage] {
        try await base.fetch { database in
            let rows = try emails.compactMap { email in
                try Int64.fetchOne(
                    database,
                    sql: """
                        SELECT e.row FROM email e JOIN account a ON a.row = e.account
                        WHERE e.gmailId = ? AND a.id = ?
                        """, arguments: [email.gmailId, email.accountId.uuidString])
            }
            return try Self.stored(database, rows, false)
        }
    }

    private static func stored(_ database: Database, _ rows: [Int64], _ withSource: Bool) throws
        -> [StoredMessage]
    {
        let reader = try EmailReader(database)
        return try rows.compactMap { row in
            guard let email = try reader.email(at: row) else { return nil }
            let source = try Row.fetchOne(
                database,
                sql:
                    "SELECT envelope, flags, \(withSource ? "bytes" : "NULL") FROM emailSource WHERE email = ?",
                arguments: [row])
            return StoredMessage(
                email: email, source: (source?[2] as Data?).map { Array($0) }, envelope: source?[0],
                flags: MailFlags(rawValue: source?[1] ?? 0),
                verdicts: try storedVerdicts(of: row, in: database),
                corrections: try MailSchema.corrections.history(of: row, in: database),
                cursor: EmailCursor(row: row))
        }
    }

    private static func storedVerdicts(of row: Int64, in database: Database) throws -> [StoredMessage
        .StoredVerdict]
    {
        try Row.fetchAll(
            database,
            sql: """
                SELECT v.taxonomy, v.category, v.probability, v.margin, v.abstention,
                    p.classifier, p.modelDigest, p.ruleSetDigest, p.icuVersion
                FROM emailVerdict v JOIN emailProvenance p ON p.id = v.provenance WHERE v.email = ? ORDER BY v.taxonomy
                """, arguments: [row]
        ).map {
            StoredMessage.StoredVerdict(
                taxonomy: $0[0], category: Category($0[1]), probability: $0[2], margin: $0[3],
                abstention: $0[4],
                provenance: Provenance(
                    classifier: $0[5], modelDigest: $0[6], ruleSetDigest: $0[7], icuVersion: $0[8]))
        }
    }

    /// Returns a page of labeled texts, oldest first, to train a model that predicts mail folders.
    ///
    /// The label of a text is the corrected folder of the message. Without a correction, the label is the
    /// alphabetically first mail label of the message that is one of `labels`. Messages whose label is not
    /// one of `labels`, and messages without text, are omitted.
    ///
    /// - Parameters:
    ///   - cursor: The end of the previous page, which the previous call returned; `nil` for the first page.
    ///   - labels: The keys of the labels to predict; `nil` for all user labels and `INBOX`, `SENT`, `SPAM`
    ///     and `TRASH`.
    ///   - limit: The maximum number of messages.
    /// - Returns: The texts and the end of the page. The end is `nil` after the last page.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    /// - Complexity: O(*n*) in the limit.
    public func labeledTexts(
        after cursor: EmailCursor? = nil, labels: Set<String>? = nil, limit: Int = 500
    ) async throws -> (texts: [LabeledText], last: EmailCursor?) {
        let page = try await records(
            after: cursor, limit: limit, matching: MailSelection(withSource: false))
        let texts = page.records.compactMap { message -> LabeledText? in
            let corrected = message.corrections.labels[Self.folderTaxonomy].map { [$0] }
            let label = (corrected ?? message.email.labelIds).first { id in
                labels?.contains(id) ?? (!Label.systemNames.contains(id) || Self.folders.contains(id))
            }
            let text = message.email.classifiedText
            guard let label, !text.isEmpty else { return nil }
            return LabeledText(text: text, category: Category(label))
        }
        return (texts, page.end)
    }

    /// The system labels that a model predicts by default.
    private static let folders: Set<String> = ["INBOX", "SENT", "SPAM", "TRASH"]
}

/// The selection of the messages to export.
public struct MailSelection: Sendable {
    /// The account whose messages are exported, or `nil` for all accounts.
    public var account: Account?
    /// The key of a mail label, to export only messages with this label; `nil` for all messages.
    public var folder: String?
    /// `true` to also read the original bytes of the messages.
    public var withSource: Bool

    /// Creates a selection of messages.
    ///
    /// - Parameters:
    ///   - account: The account whose messages are exported, or `nil` for all accounts.
    ///   - folder: The key of a mail label, to export only messages with this label; `nil` for all messages.
    ///   - withSource: `true` to also read the original bytes of the messages.
    public init(account: Account? = nil, folder: String? = nil, withSource: Bool = true) {
        self.account = account
        self.folder = folder
        self.withSource = withSource
    }
}

extension DatabaseService {
    /// Returns a page of messages with their original bytes and verdicts, oldest first.
    ///
    /// - Parameters:
    ///   - place: The end of the previous page, which the previous call returned; `nil` for the first page.
    ///   - limit: The maximum number of messages.
    ///   - filter: The selection of messages.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    /// - Complexity: O(*n*) in the limit.
    public func records(
        after place: EmailCursor?, limit: Int = 200, matching filter: MailSelection = MailSelection()
    ) async throws -> RecordPage<StoredMessage, EmailCursor> {
        try await emails.records(after: place, limit: limit, matching: filter)
    }
}
