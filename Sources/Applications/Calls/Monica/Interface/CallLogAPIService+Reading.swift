import IlkTransport
import IlkSync
import IlkVocabulary

extension CallLogAPIService {
    /// Sends a request and returns a successful JSON reply. Every other reply is thrown as an error.
    func exchange(
        _ method: WebRequest.Method, _ path: String, query: [(name: String, value: String)] = [],
        json: [UInt8]? = nil
    ) async throws(MonicaError) -> WebReply {
        let reply: WebReply
        do {
            reply = try await transport.send(method, path, query: query, body: json)
        } catch {
            throw MonicaError(error)
        }
        let isPage = reply.header("Content-Type")?.lowercased().contains("html") ?? false
        guard 200..<300 ~= reply.status, !isPage else {
            let fault = try? MonicaWire.decode(reply.body, as: MonicaWire.ErrorReply.self)  // Not JSON.
            throw MonicaError(reply, fault: fault, now: Self.now(reply))
        }
        return reply
    }

    /// Sends a request and decodes the body of the reply, together with Monica's clock.
    func requestJSON<Body: Decodable>(
        _ method: WebRequest.Method, _ path: String, query: [(name: String, value: String)] = [],
        json: [UInt8]? = nil, as type: Body.Type
    ) async throws(MonicaError) -> (body: Body, now: Int64?) {
        try decode(try await exchange(method, path, query: query, json: json), as: type)
    }

    /// Decodes the body of a reply. Also returns Monica's clock in milliseconds: the middle of the second in
    /// the `Date` header.
    func decode<Body: Decodable>(
        _ reply: WebReply, as type: Body.Type
    ) throws(MonicaError) -> (body: Body, now: Int64?) {
        let now = Self.now(reply)
        do {
            return (try MonicaWire.decode(reply.body), now)
        } catch {
            throw MonicaError(.unknown(after: nil), "the response of Monica has an unknown format", now: now)
        }
    }

    static func now(_ reply: WebReply) -> Int64? {
        reply.header("Date").flatMap(HTTPTime.seconds).map { $0 * 1000 + 500 }
    }

    /// Returns the call that a record contains, or `nil` if the record is malformed.
    nonisolated func call(_ record: MonicaWire.Record) -> RemoteCall? {
        let found = records == .calls ? CallsMapping.call(record) : ActivitiesMapping.call(record)
        guard let said = found, said.content.contact > 0,
            let updatedAt = MonicaTime.seconds(record.updatedAt)
        else { return nil }
        var content = said.content
        // Ignore emotional states that this version does not know.
        content.emotion = content.emotion.flatMap { EmotionalState(rawValue: $0)?.rawValue }
        content.duration = max(0, content.duration)
        return RemoteCall(
            id: record.id, key: said.key, content: content, lineage: said.lineage, updatedAt: updatedAt)
    }

    /// Returns `true` if a record contains a call. An activity contains a call if it has the activity type
    /// with the id `type`, or if Ilk created it.
    nonisolated func isCall(_ record: MonicaWire.Record, _ type: Int?) -> Bool {
        if records == .calls { return true }
        if let type, record.activityType?.id == type { return true }
        return ActivitiesMapping.key(record) != nil
    }
}

// MARK: - Activities

extension CallLogAPIService {
    /// Returns the id of the activity type for phone calls, found by its name, or `nil` if there is none.
    func existingType() async throws(MonicaError) -> Int? {
        if let activityType { return activityType == 0 ? nil : activityType }
        let found = try await named(ActivitiesMapping.summary, in: "/api/activitytypes")
        activityType = found ?? 0
        return found
    }

    /// Returns the id of the activity type, and creates the type if it does not exist. The id differs between
    /// accounts.
    func activityTypeCreatingIfNeeded() async throws(MonicaError) -> Int? {
        if let type = try await existingType() { return type }
        var category = try await named(nil, in: "/api/activitytypecategories")
        if category == nil {
            category = try await make(
                MonicaWire.TypeBody(name: "Phone calls", activityTypeCategoryID: nil),
                in: "/api/activitytypecategories")
        }
        let type = try await make(
            MonicaWire.TypeBody(name: ActivitiesMapping.summary, activityTypeCategoryID: category),
            in: "/api/activitytypes")
        activityType = type
        return type
    }

    private func make(_ body: MonicaWire.TypeBody, in path: String) async throws(MonicaError) -> Int {
        let json = MonicaWire.encode(body)
        return try await requestJSON(.post, path, json: json, as: MonicaWire.One<MonicaWire.Reference>.self)
            .body.data
            .id
    }

    /// Returns the id of the first list element with a name, or of the first element if `name` is `nil`.
    private func named(_ name: String?, in path: String) async throws(MonicaError) -> Int? {
        for page in 1...100 {
            let list = try await requestJSON(
                .get, path, query: query(page), as: MonicaWire.Page<MonicaWire.Reference>.self
            ).body
            let found = list.records.first {
                name == nil || $0.name?.lowercased() == name?.lowercased()
            }
            if let found { return found.id }
            if list.isLast { return nil }
        }
        return nil
    }

    /// Restores the contacts of activities whose creation by Ilk was interrupted. Returns the number of
    /// restored activities.
    func repairContacts(_ records: [MonicaWire.Record]) async -> Int {
        var repaired = 0
        for record in records where record.attendees?.contacts.isEmpty ?? true {
            guard let call = call(record), call.key != nil, let day = record.happenedAt else { continue }
            let body = MonicaWire.ActivityBody(
                summary: record.summary ?? ActivitiesMapping.summary, description: record.description ?? "",
                happenedAt: String(day.prefix(10)), activityTypeID: record.activityType?.id,
                contacts: [call.content.contact])
            let reply = try? await exchange(  // Retried with the next write.
                .put, "/api/activities/\(record.id)", json: MonicaWire.encode(body))
            if reply != nil { repaired += 1 }
        }
        return repaired
    }
}

// MARK: - Further requests

extension CallLogAPIService {
    /// Returns `true` if the server is Monica, offers the selected type of record, and accepts the token.
    func isSupportedServer() async throws(MonicaError) -> Bool {
        let reply = try await exchange(.get, "/api")
        let said = try? MonicaWire.decode(reply.body, as: MonicaWire.APIRoot.self)  // Then it is not Monica.
        guard let welcome = said else { return false }
        return welcome.success.message.contains("Monica")
            && welcome.links?[records.rawValue + "_url"]?.value != nil
    }

    /// Returns a page of contacts, last changed first.
    func contacts(page: Int) async throws(MonicaError) -> (
        contacts: [MonicaWire.Person], account: Int?, isLast: Bool
    ) {
        let list = try await requestJSON(
            .get, "/api/contacts", query: query(page, sort: "-updated_at"),
            as: MonicaWire.Page<MonicaWire.Person>.self
        ).body
        let account = list.records.compactMap(\.account?.id).first
        return (list.records, account, list.isLast || page >= Self.mostPages)
    }
}
