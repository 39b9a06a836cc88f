import FoundationEssentials
import GRDB
import Glibc
import IlkStore

extension EmailRepository {
    /// The maximum number of results of ``search(query:account:)``.
    public static let maximumResults = 100
    /// The time limit of a search for one or two characters, for which there is no index. The limit keeps the
    /// response time below 300 ms. If the limit is reached, older messages are missing from the result.
    public static let shortSearchTime: Duration = .milliseconds(280)

    /// Searches subjects, senders' addresses, senders' names and snippets for a substring, ignoring case and
    /// diacritics.
    ///
    /// Queries of at least three characters use the trigram index. A shorter query reads the messages from
    /// the newest on, for at most ``shortSearchTime``.
    ///
    /// - Parameters:
    ///   - query: The substring to find. A query that contains a line feed has no results.
    ///   - account: The account to search, or `nil` for all accounts.
    /// - Returns: At most ``maximumResults`` messages, newest first.
    /// - Throws: ``DatabaseError/fetchFailed(_:)``, or ``DatabaseError/notFound(_:)`` if the account does not
    ///   exist.
    /// - Complexity: O(*c*) in the number of messages that contain the trigrams of the query, up to the last
    ///   result.
    public func search(query: String, account: Account? = nil) async throws -> [Email] {
        let wanted = FoldedText.of(query)
        // The searched fields are separated by line feeds, so a query with a line feed would match across
        // fields.
        guard !wanted.isEmpty, !wanted.utf8.contains(0x0A) else { return [] }
        let deadline = ContinuousClock.now.advanced(by: Self.shortSearchTime)
        return try await base.fetch { database in
            let row = try account.map { try AccountRepository.row(of: $0.id, in: database) }
            let trigrams = Self.trigrams(of: wanted)
            let rows =
                trigrams.isEmpty
                ? try Self.scanned(database, wanted, row, until: deadline)
                : try Self.found(database, wanted, trigrams, row)
            return try EmailReader(database).emails(at: rows)
        }
    }

    /// Returns an FTS5 expression with at most 24 trigrams of the query. The caller must check whether the
    /// results really contain the query.
    private static func trigrams(of text: String) -> String {
        // FTS5 reads the expression as a C string, which would end at a NUL.
        let scalars = Array(text.unicodeScalars.prefix(256))
        guard scalars.count >= 3 else { return "" }
        var seen: Set<String> = []
        var terms: [String] = []
        for start in 0...(scalars.count - 3) where terms.count < 24 {
            let three = scalars[start..<start + 3]
            guard !three.contains("\0") else { continue }
            var term = ""
            for scalar in three { term += scalar == "\"" ? "\"\"" : String(scalar) }
            if seen.insert(term).inserted { terms.append("\"\(term)\"") }
        }
        return terms.joined(separator: " AND ")
    }

    private static func found(
        _ database: Database, _ wanted: String, _ trigrams: String, _ account: Int64?
    ) throws -> [Int64] {
        let candidates = try RawStatement(
            """
            SELECT e.row, e.subject, e.fromAddress, e.fromName, e.snippet, e.account FROM emailTrigrams s
            CROSS JOIN email e ON e.row = s.rowid WHERE emailTrigrams MATCH ? ORDER BY s.rowid DESC
            """, on: database)
        candidates.bind(trigrams, at: 1)
        return try matching(candidates, wanted, account) { true }
    }

    private static func scanned(
        _ database: Database, _ wanted: String, _ account: Int64?, until deadline: ContinuousClock.Instant
    ) throws -> [Int64] {
        let all = try RawStatement(
            "SELECT row, subject, fromAddress, fromName, snippet, account FROM email ORDER BY row DESC",
            on: database)
        var count = 0
        return try matching(all, wanted, account) {
            count += 1
            // The first 1,024 rows are always read; after that, the clock is read every 64 rows.
            return count <= 1024 || count % 64 != 0 || ContinuousClock.now < deadline
        }
    }

    /// Returns the first rows of a statement whose folded texts contain the wanted bytes.
    private static func matching(
        _ statement: RawStatement, _ wanted: String, _ account: Int64?, goesOn: () -> Bool
    ) throws -> [Int64] {
        defer { statement.reset() }
        var rows: [Int64] = []
        var folded: [UInt8] = []
        let wanted = Array(wanted.utf8)
        while rows.count < maximumResults, goesOn(), try statement.step() {
            if let account, statement.integer(5) != account { continue }
            folded.removeAll(keepingCapacity: true)
            for column: Int32 in 1...4 {
                try statement.withBytes(column) { FoldedText.append($0, to: &folded) }
                folded.append(0x0A)
            }
            if contains(folded, wanted) { rows.append(statement.integer(0)) }
        }
        return rows
    }

    /// Returns `true` if a text contains the wanted bytes. `memchr` finds the first byte, and `memcmp`
    /// compares the rest.
    private static func contains(_ text: [UInt8], _ wanted: [UInt8]) -> Bool {
        text.withUnsafeBytes { text in
            wanted.withUnsafeBytes { wanted in
                guard let start = text.baseAddress, let sought = wanted.baseAddress, let first = wanted.first
                else { return false }
                var at = 0
                while at + wanted.count <= text.count,
                    let found = memchr(start + at, Int32(first), text.count - wanted.count - at + 1)
                {
                    if memcmp(found, sought, wanted.count) == 0 { return true }
                    at = UnsafeRawPointer(found) - start + 1
                }
                return false
            }
        }
    }
}
