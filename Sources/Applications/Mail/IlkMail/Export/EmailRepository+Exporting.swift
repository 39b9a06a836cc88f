public import FoundationEssentials
import GRDB
public import IlkStore
public import IlkVocabulary

extension EmailRepository {
    /// Messages with all that belongs to them, the oldest first, a page at a time.
    ///
    /// - Parameters:
    ///   - place: The last message of the page before; `nil` at the beginning.
    ///   - limit: The most messages of the page.
    ///   - filter: The choice of messages.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
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

    /// One message with all that belongs to it.
    ///
    /// - Throws: ``DatabaseError/fetchFailed(_:)``, ``DatabaseError/notFound(_:)``.
    public func stored(gmailId: String, accountId: UUID) async throws -> StoredMessage {
        let found = try await base.fetch { database in
            let rows = try Int64.fetchAll(
                database,
                sql:
                    "SELECT e.row FROM email e JOIN account a ON a.row = e.account WHERE e.gmailId = ? AND a.id = ?",
                arguments: [gmailId, accountId.uuidString])
            return try Self.stored(database, rows, true)
        }
        guard let message = found.first else { throw DatabaseError.notFound("such message") }
        return message
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
                judgements: try judgements(of: row, in: database),
                cursor: EmailCursor(row: row))
        }
    }

    private static func judgements(of row: Int64, in database: Database) throws -> [StoredMessage.Judgement] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT v.taxonomy, v.category, v.probability, v.margin, v.abstention,
                    p.classifier, p.modelDigest, p.ruleSetDigest, p.icuVersion
                FROM emailVerdict v JOIN emailProvenance p ON p.id = v.provenance WHERE v.email = ? ORDER BY v.taxonomy
                """, arguments: [row]
        ).map {
            StoredMessage.Judgement(
                taxonomy: $0[0], category: Category($0[1]), probability: $0[2], margin: $0[3],
                abstention: $0[4],
                provenance: Provenance(
                    classifier: $0[5], modelDigest: $0[6], ruleSetDigest: $0[7], icuVersion: $0[8]))
        }
    }

    /// Texts with the key of one of their labels, for a model of folders: of each message the first label that is among
    /// those wanted, in the order of their keys; the oldest message first.
    ///
    /// - Parameter labels: The labels that are learned; nil for all that no mail system makes, and `INBOX`, `SENT`, `SPAM`
    ///   and `TRASH`.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    public func labelledTexts(
        after cursor: EmailCursor? = nil, labels: Set<String>? = nil, limit: Int = 500
    ) async throws -> (texts: [LabelledText], last: EmailCursor?) {
        let page = try await records(
            after: cursor, limit: limit, matching: MailSelection(withSource: false))
        let texts = page.records.compactMap { message -> LabelledText? in
            let label = message.email.labelIds.first { id in
                labels?.contains(id) ?? (!Label.systemNames.contains(id) || Self.folders.contains(id))
            }
            let text = message.email.classifiedText
            guard let label, !text.isEmpty else { return nil }
            return LabelledText(text: text, category: Category(label))
        }
        return (texts, page.end)
    }

    /// The labels of mail systems that say where a message belongs.
    private static let folders: Set<String> = ["INBOX", "SENT", "SPAM", "TRASH"]
}

/// The choice of messages for an export.
public struct MailSelection: Sendable {
    /// Only messages of this account; `nil` for all.
    public var account: Account?
    /// Only messages with this label; `nil` for all.
    public var folder: String?
    /// `true` to read the bytes that messages came as.
    public var withSource: Bool

    /// A choice of messages; by default all, with their bytes.
    public init(account: Account? = nil, folder: String? = nil, withSource: Bool = true) {
        self.account = account
        self.folder = folder
        self.withSource = withSource
    }
}

extension DatabaseService {
    /// Messages with all that belongs to them, the oldest first, a page at a time.
    ///
    /// - Throws: ``DatabaseError/fetchFailed(_:)``.
    public func records(
        after place: EmailCursor?, limit: Int = 200, matching filter: MailSelection = MailSelection()
    ) async throws -> RecordPage<StoredMessage, EmailCursor> {
        try await emails.records(after: place, limit: limit, matching: filter)
    }
}
