import FoundationEssentials
import IlkConsole
import IlkSyncStore
import IlkVocabulary

/// The access tokens of a hub.
struct HubTokens {
    /// The path of the hub's file.
    let path: String
    let console: Console

    /// Creates a token and prints it. Creates the account if it does not exist.
    ///
    /// - Throws: `cannotCreate` if the account already has a token with this name, and `StoreError`.
    func create(_ name: String, account: String, scopes: Set<AccessScope>, expires: Date?) async throws {
        let store = try HubFile.open(path)
        let token: String
        do {
            token = try await store.makeToken(for: account, name: name, scopes: scopes, expires: expires)
        } catch SyncStoreError.nameTaken {
            throw CommandError(
                .cannotCreate, "the account \(account) already has a token with this name", at: name,
                hint: "use another name, or revoke that token with: ilk token revoke \(ShellText.word(name)) "
                    + "--account \(ShellText.word(account))")
        }
        console.note("the token is shown only once; keep it secret")
        console.output.append(token + "\n")
        try console.output.flush()
    }

    /// Prints the names, scopes and times of the tokens.
    func list(as format: OutputFormat) async throws {
        let now = Date()
        let tokens = try await all()
        try console.write(
            records: tokens.map { $0.fields(at: now) }, as: format,
            empty: "No tokens. Create one with: ilk token create NAME --scope sync"
        ) {
            tokens.map { Self.line($0, now) }.joined()
        }
    }

    /// Revokes a token after confirmation.
    ///
    /// - Throws: `noInput` if the account has no such token, and the errors of the confirmation.
    func revoke(_ name: String, account: String, _ erasure: ErasurePermission) async throws {
        let missing = CommandError(
            .noInput, "the account \(account) has no token with this name", at: name,
            hint: "list the tokens with: ilk token ls")
        guard try await all().contains(where: { $0.accountName == account && $0.name == name }) else {
            throw missing
        }
        let what = "the token \(name) of the account \(account)"
        guard try erasure.allows("revoke", what, console) else { return }
        guard try await HubFile.open(path).removeToken(of: account, name: name) else { throw missing }
        console.note("Revoked \(what).")
    }

    private func all() async throws -> [AccessToken] {
        try await HubFile.openExisting(path)?.tokens() ?? []
    }

    private static func line(_ token: AccessToken, _ now: Date) -> String {
        let scopes = token.scopes.map(\.rawValue).sorted().joined(separator: ",")
        let use = token.lastUsed.map { "used \(TimeText.text($0).prefix(10))" } ?? "never used"
        let verb = token.isExpired(at: now) ? "expired" : "until"
        let end = token.expires.map { ", \(verb) \(TimeText.text($0).prefix(10))" } ?? ""
        return "\(VisibleText.oneLine(token.accountName))  \(VisibleText.oneLine(token.name))  "
            + "\(scopes); \(use)\(end)\n"
    }
}
