package import IlkSync
package import IlkSyncStore
package import IlkTransport

/// A link to a hub in the same process. Answers are encoded and decoded.
package struct DirectLink: SyncLink {
    private let hub: HubStore
    private let account: HubAccountID

    package init(hub: HubStore, account: HubAccountID) {
        (self.hub, self.account) = (hub, account)
    }

    package func answer(to request: SyncRequest) async throws(SyncLinkError) -> SyncResponse {
        do {
            return try SyncWire.response(SyncWire.bytes(try await hub.answer(request, of: account)))
        } catch {
            throw SyncLinkError(.noAnswer, "\(error)")
        }
    }
}
