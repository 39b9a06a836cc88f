public import IlkTransport
import IlkSync
import IlkVocabulary

/// A client for the part of Monica's API that the sync of calls needs. Each request of the engine gets
/// exactly one answer, which may be an error.
///
/// Supports Monica 2 to 4. Monica creates a record on every POST and replaces the whole record on PUT. A
/// response can also be an error message, a login page, or the page of a proxy.
public actor CallLogAPIService {
    /// The type of Monica record that stores calls.
    public enum Records: String, Sendable, CaseIterable {
        /// Monica's calls, whose times have a resolution of one second. With this type, Monica updates the
        /// "last called" date of the contact.
        case calls
        /// Monica's activities, with a separate activity type for calls. An activity has a day but no time;
        /// all other fields are stored in its description.
        case activities
    }

    /// The type of record that stores calls.
    public nonisolated let records: Records
    /// The maximum number of pages that are read from one list (a million records).
    static let mostPages = 10_000
    /// The number of records per page. Monica allows at most 100.
    let pageSize: Int

    let transport: SyncTransport
    /// The id of the activity type for calls; 0 if there is none, `nil` if it was not looked up yet.
    var activityType: Int?
    /// The `contact_called` field of the call that was read last. Replacing a call would overwrite the field,
    /// so the client sends the old value back.
    private var lastRead: (id: Int32, contactCalled: Bool)?

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - transport: The connection to the server.
    ///   - records: The type of record that stores calls.
    ///   - pageSize: The number of records per page, at most 100.
    public init(_ transport: SyncTransport, as records: Records = .calls, pageSize: Int = 100) {
        self.transport = transport
        self.pageSize = pageSize
        self.records = records
    }

    private var path: String { "/api/" + records.rawValue }

    /// The engine's settings for this type of record.
    public nonisolated var settings: MonicaSettings {
        var settings = MonicaSettings()
        settings.canChangeContact = records == .activities
        return settings
    }

    /// Sends a request of the engine and returns the answer, which may be an error.
    ///
    /// - Parameter request: The request.
    public func answer(_ request: MonicaRequest) async -> MonicaReply {
        do {
            return try await make(request)
        } catch {
            return MonicaReply(
                answer: MonicaAnswer(number: request.number, now: error.now, body: error.body),
                errorMessage: error.message)
        }
    }

    private func make(_ request: MonicaRequest) async throws(MonicaError) -> MonicaReply {
        switch request.body {
        case .create(let key, let content, let lineage):
            let body = try await body(content, key, lineage, replacing: nil)
            return try one(try await exchange(.post, path, json: body), request)
        case .replace(let id, let key, let content, let lineage):
            let body = try await body(content, key, lineage, replacing: id)
            return try one(try await exchange(.put, "\(path)/\(id)", json: body), request)
        case .read(let id): return try one(try await exchange(.get, "\(path)/\(id)"), request)
        case .delete(let id):
            let (deletion, now) = try await requestJSON(
                .delete, "\(path)/\(id)", as: MonicaWire.Deletion.self)
            guard deletion.deleted else {
                throw MonicaError(.unknown(after: nil), "Monica did not delete the call")
            }
            return MonicaReply(answer: MonicaAnswer(number: request.number, now: now, body: .deleted))
        case .list(let order, let page): return try await list(order, page, request)
        }
    }

    private func one(_ reply: WebReply, _ request: MonicaRequest) throws(MonicaError) -> MonicaReply {
        let (one, now) = try decode(reply, as: MonicaWire.One<MonicaWire.Record>.self)
        guard let call = call(one.data) else {
            throw MonicaError(.unknown(after: nil), "the response of Monica has an unknown format", now: now)
        }
        lastRead = one.data.contactCalled.map { (one.data.id, $0) }
        var told = MonicaReply(answer: MonicaAnswer(number: request.number, now: now, body: .call(call)))
        told.note([one.data])
        return told
    }

    private func list(
        _ order: MonicaOrder, _ page: Int, _ request: MonicaRequest
    ) async throws(MonicaError) -> MonicaReply {
        let type = records == .activities ? try await existingType() : nil
        let (path, sort) = place(order)
        let (list, now) = try await requestJSON(
            .get, path, query: query(page, sort: sort), as: MonicaWire.Page<MonicaWire.Record>.self)
        var found = list.records.filter { isCall($0, type) }
        var repaired = 0
        if case .newest(let contact) = order, records == .activities {
            found = found.filter { [0, contact].contains($0.attendees?.contacts.first?.id ?? 0) }
            repaired = await repairContacts(found)
        }
        let isLast = list.isLast || page >= Self.mostPages
        let calls = found.compactMap(call)
        var reply = MonicaReply(
            answer: MonicaAnswer(
                number: request.number, now: now, body: .page(calls, isLast: isLast, total: list.meta.total)))
        reply.note(found)
        reply.repaired = repaired
        return reply
    }

    private func place(_ order: MonicaOrder) -> (path: String, sort: String) {
        switch order {
        // An activity whose creation was interrupted has no contact, so the lists of contacts do not contain
        // it.
        case .newest(let contact):
            (records == .calls ? "/api/contacts/\(contact)/calls" : "/api/activities", "-created_at")
        case .lastChanged: (path, "-updated_at")
        case .oldest: (path, "created_at")
        }
    }

    func query(_ page: Int, sort: String? = nil) -> [(name: String, value: String)] {
        [("limit", "\(pageSize)"), ("page", "\(page)")] + (sort.map { [("sort", $0)] } ?? [])
    }

    /// - Parameter id: The id of the call to replace; `nil` for a new call.
    private func body(
        _ content: CallContent, _ key: SyncKey, _ lineage: CallLineage, replacing id: Int32?
    ) async throws(MonicaError) -> [UInt8] {
        switch records {
        case .calls:
            var body = CallsMapping.body(content, key: key, lineage: lineage)
            if let id {
                body.contactCalled = lastRead.map { $0.id == id && $0.contactCalled } ?? false
                body.uuid = nil
            }
            return MonicaWire.encode(body)
        case .activities:
            var body = ActivitiesMapping.body(content, key: key, lineage: lineage)
            body.activityTypeID = try await activityTypeCreatingIfNeeded()
            return MonicaWire.encode(body)
        }
    }
}

extension MonicaReply {
    /// Stores the account and the names of the contacts from records.
    mutating func note(_ records: [MonicaWire.Record]) {
        for record in records {
            account = account ?? record.account?.id
            for person in [record.contact].compactMap({ $0 }) + (record.attendees?.contacts ?? []) {
                contactNames[person.id] = person.name
            }
        }
    }
}
