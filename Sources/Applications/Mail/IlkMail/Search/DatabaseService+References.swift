package import FoundationEssentials
import IlkStore
import IlkVocabulary

extension DatabaseService {
    /// Returns the addresses of all accounts, by account id.
    package func addresses() async throws -> [UUID: String] {
        Dictionary(
            try await accounts.fetchAll().map { ($0.id, $0.email) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the message that a reference identifies, or `nil` if there is no such message.
    ///
    /// - Parameters:
    ///   - reference: A position such as `-1` (the newest message), a key, a short id or a Message-ID.
    ///   - account: The account of the message, or `nil` for all accounts.
    /// - Throws: ``RecordStoreError/ambiguousReference(_:count:)`` if several messages have the short id, or
    ///   ``DatabaseError/fetchFailed(_:)``.
    package func message(_ reference: String, account: Account? = nil) async throws -> StoredMessage? {
        if let place = Int(reference), place < 0, place > -1_000_000 {
            let newest = try await emails.fetch(account: account, limit: 1, offset: -place - 1)
            if let email = newest.first {
                return try await emails.stored(gmailId: email.gmailId, accountId: email.accountId)
            }
        }
        var owner = account?.id
        if owner == nil { owner = try await emails.fetch(byGmailId: reference)?.accountId }
        do {
            if let owner { return try await emails.stored(gmailId: reference, accountId: owner) }
        } catch DatabaseError.notFound {
            // The reference may be a short id.
        }
        guard reference.utf8.count == 8, reference.utf8.allSatisfy(\.isASCIIHexDigit) else { return nil }
        let found = try await emails.fetch(shortID: reference, account: account)
        if found.count > 1 { throw RecordStoreError.ambiguousReference(reference, count: found.count) }
        guard let email = found.first else { return nil }
        return try await emails.stored(gmailId: email.gmailId, accountId: email.accountId)
    }
}
