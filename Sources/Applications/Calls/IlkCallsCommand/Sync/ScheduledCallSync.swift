import FoundationEssentials
import IlkCalls
package import IlkConsole
import IlkFiles
import IlkStore
import IlkSyncCommand
import IlkTransport
import Monica

/// Syncs a file of calls with Monica for `ilk serve`.
package struct ScheduledCallSync: Sendable {
    private let path: String
    private let transport: SyncTransport

    /// Reads the address from `ILK_MONICA_URL` or from the last sync, and the token from `ILK_MONICA_TOKEN_FILE` or
    /// `ILK_MONICA_TOKEN`.
    ///
    /// - Parameters:
    ///   - path: The file of calls. It may be missing.
    ///   - console: The console with the environment.
    /// - Throws: `CommandError` if the address or the token is missing or invalid; `StoreError` if the file cannot be
    ///   read.
    package init(path: String, console: Console) async throws {
        self.path = path
        var known: String?
        if FileManager.default.fileExists(atPath: path) {
            let store = try CallLogStorage.open(.file(path))
            defer { try? store.close() }  // It was only read.
            known = try await CallLogSyncService.server(of: store)?.address
        }
        transport = try ServerAccess.monica().transport(known: known, console)
    }

    /// Returns `true` if Monica responds. A proxy in front of it may respond with a server error instead.
    package func isReachable() async -> Bool {
        guard let reply = try? await transport.send(.get, "/api") else { return false }  // Unreachable.
        return reply.status < 500
    }

    /// Syncs once.
    ///
    /// - Returns: The counts in words.
    /// - Throws: `CommandError` if Monica does not respond or does not accept the token; also `IlkError` and
    ///   `StoreError`.
    package func run() async throws -> String {
        try IlkFolders.makeFolder(of: path)
        let store = try CallLogStorage.open(.file(path))
        do {
            let records = try await CallLogSyncService.server(of: store)?.records
            let server = CallLogAPIService(transport, as: records ?? .calls)
            let report = try await CallLogSyncService(store, with: server).sync()
            let missing = try await store.localContactsInOutbox()
            try await store.updateIndex()
            if let failure = report.failure { throw failure }
            try store.close()
            return report.words
                + (missing.isEmpty ? "" : "; Monica lacks \(missing.count) contacts with waiting calls")
        } catch {
            try? store.close()  // The first error is reported.
            throw error
        }
    }
}
