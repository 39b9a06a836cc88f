import Foundation
import IlkSync
import IlkSyncStore
import IlkCloudKit
import IlkTransport

/// A fault planted around the link. The simulation must find each one.
package enum PlantedCloudKitFault: String, CaseIterable, Sendable {
    /// A new version of a record keeps the sequence number of the previous one.
    case countsNoVersions
    /// The feed continues from the last read, even if it was not committed.
    case readsOn
    /// Deleted records are not noticed.
    case missesWhatIsGone
    /// A new zone is not distinguished from the old one.
    case knowsOneZone
    /// Incarnations are not compared.
    case ignoresLives
    /// A batch that was never sent counts as stored.
    case believesInSilence

    func ledger(_ ledger: MemoryLedger) -> any SequenceLedger {
        MistakenLedger(mistake: self, ledger: ledger)
    }

    func carrier(_ carrier: CloudKitCarrier) -> any WebClient {
        MistakenCarrier(mistake: self, carrier: carrier)
    }
}

private struct MistakenLedger: SequenceLedger {
    let mistake: PlantedCloudKitFault
    let ledger: MemoryLedger

    func head() async -> LedgerHead { await ledger.head() }

    func rows(_ keys: [SyncKey]) async -> [SyncKey: LedgerRow] { await ledger.rows(keys) }

    func token(at cursor: UInt64) async -> String? {
        mistake == .readsOn ? ledger.content.lastToken : await ledger.token(at: cursor)
    }

    func commit(_ change: LedgerChange) async {
        var change = change
        if mistake == .countsNoVersions {
            let known = await ledger.rows(change.rows.map(\.key))
            for place in change.rows.indices {
                guard let row = known[change.rows[place].key] else { continue }
                change.rows[place].sequence = row.sequence
            }
        }
        await ledger.commit(change)
    }
}

private struct MistakenCarrier: WebClient {
    let mistake: PlantedCloudKitFault
    let carrier: CloudKitCarrier

    func send(_ request: WebRequest) async throws(WebFailure) -> WebReply {
        // Never send some of the batches.
        if mistake == .believesInSilence, request.url.contains("records/modify"),
            (request.body?.count ?? 0) % 5 == 0
        {
            return silence(request)
        }
        var reply = try await carrier.send(request)
        switch mistake {
        case .missesWhatIsGone:
            reply.body = replace([("\"deleted\":true", "\"deleted\":false")], in: reply.body) ?? []
        case .knowsOneZone: reply.body = oneEpoch(reply.body)
        case .ignoresLives:
            reply.body = replace([("\"life\":{", "\"lives\":{")], in: reply.body) ?? []
        default: break
        }
        return reply
    }

    private func replace(_ pairs: [(String, String)], in body: [UInt8]?) -> [UInt8]? {
        guard let body else { return nil }
        var text = String(decoding: body, as: UTF8.self)
        for (old, new) in pairs { text = text.replacingOccurrences(of: old, with: new) }
        return Array(text.utf8)
    }

    private func oneEpoch(_ body: [UInt8]) -> [UInt8] {
        let text = String(decoding: body, as: UTF8.self)
        let epoch = /"epoch":\{"type":"STRING","value":"[0-9a-f]*"\}/
        let fixed = "\"epoch\":{\"type\":\"STRING\",\"value\":\"00000000000000ff\"}"
        return Array(text.replacing(epoch, with: fixed).utf8)
    }

    /// Returns the response of a server that executed the whole batch.
    private func silence(_ request: WebRequest) -> WebReply {
        let json = try? JSONSerialization.jsonObject(with: Data(request.body ?? []))  // The link encoded it.
        let operations = (json as? [String: Any])?["operations"] as? [[String: Any]] ?? []
        let records = operations.compactMap { $0["record"] as? [String: Any] }.map { record in
            ["recordName": record["recordName"] ?? "", "recordChangeTag": "silence"]
        }
        let body = try? JSONSerialization.data(withJSONObject: ["records": records])  // Plain strings.
        return WebReply(status: 200, body: Array(body ?? Data()))
    }
}
