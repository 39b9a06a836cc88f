import IlkTransport
import FoundationEssentials
import IlkSync
import IlkVocabulary

extension CallLogAPIService {
    /// Makes a request and takes what is no success apart.
    func exchange(
        _ method: WebRequest.Method, _ path: String, query: [(name: String, value: String)] = [],
        json: [UInt8]? = nil
    ) async throws(MonicaTrouble) -> WebReply {
        let reply: WebReply
        do {
            reply = try await transport.send(method, path, query: query, body: json)
        } catch {
            throw MonicaTrouble(error)
        }
        let isPage = reply.header("Content-Type")?.lowercased().contains("html") ?? false
        guard 200..<300 ~= reply.status, !isPage else {
            // What is no JSON has no fault that could be read.
            let fault = try? JSONDecoder().decode(  // See above.
                MonicaWire.Fault.self, from: Data(reply.body))
            throw MonicaTrouble(reply, fault: fault, now: Self.now(reply))
        }
        return reply
    }

    /// Reads an answer's body, and Monica's clock beside it: the middle of the second that it says.
    nonisolated func decode<Body: Decodable>(_ reply: WebReply) throws(MonicaTrouble) -> (Body, now: Int64?) {
        let now = Self.now(reply)
        do {
            return (try JSONDecoder().decode(Body.self, from: Data(reply.body)), now)
        } catch {
            throw MonicaTrouble(.unknown(after: nil), "an answer that cannot be read", now: now)
        }
    }

    static func now(_ reply: WebReply) -> Int64? {
        reply.header("Date").flatMap(HTTPTime.seconds).map { $0 * 1000 + 500 }
    }

    static func encode(_ body: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = try? encoder.encode(body)  // Strings and whole numbers: JSON can say all of it.
        return data.map { Array($0) } ?? []
    }

    /// The call that a record carries; nil when it cannot be read as one.
    nonisolated func call(_ record: MonicaWire.Record) -> RemoteCall? {
        let fields: MonicaFields
        let contact: Int32
        switch records {
        case .calls:
            guard let person = record.contact, let calledAt = record.calledAt else { return nil }
            contact = person.id
            fields = .call(contact: contact, calledAt: calledAt, content: record.content ?? "", uuid: "")
        case .activities:
            guard let day = record.happenedAt ?? record.dateItHappened else { return nil }
            contact = record.attendees?.contacts.first?.id ?? 0
            fields = .activity(
                summary: record.summary ?? "", description: record.description ?? "",
                happenedAt: String(day.prefix(10)), contacts: [contact])
        }
        guard let (said, key, lineage) = mapping.call(fields, contact: contact), said.contact > 0,
            let createdAt = MonicaTime.seconds(record.createdAt),
            let updatedAt = MonicaTime.seconds(record.updatedAt)
        else { return nil }
        var content = said
        // States of another program's are none here.
        content.emotion = content.emotion.flatMap { EmotionalState(rawValue: $0)?.rawValue }
        content.duration = max(0, content.duration)
        return RemoteCall(
            id: record.id, key: key, content: content, lineage: lineage, createdAt: createdAt,
            updatedAt: updatedAt)
    }

    /// Whether a record is a call at all: among activities there are others.
    nonisolated func isCall(_ record: MonicaWire.Record, _ type: Int?) -> Bool {
        if records == .calls { return true }
        if let type, record.activityType?.id == type { return true }
        return key(record) != nil
    }

    private nonisolated func key(_ record: MonicaWire.Record) -> SyncKey? {
        let fields = MonicaFields.activity(
            summary: "", description: record.description ?? "", happenedAt: "", contacts: [])
        return mapping.call(fields, contact: 0)?.key
    }
}

// MARK: - Activities

extension CallLogAPIService {
    /// The type of activities that are phone calls, by its name; nil when there is none.
    func existingType() async throws(MonicaTrouble) -> Int? {
        if let activityType { return activityType == 0 ? nil : activityType }
        let found = try await named(ActivitiesMapping.summary, in: "/api/activitytypes")
        activityType = found ?? 0
        return found
    }

    /// The type, made where there is none: its number is another one in every account.
    func madeType() async throws(MonicaTrouble) -> Int? {
        if let type = try await existingType() { return type }
        var category = try await named(nil, in: "/api/activitytypecategories")
        if category == nil {
            category = try await make(
                MonicaWire.TypeBody(name: "Phone calls", categoryID: nil), in: "/api/activitytypecategories")
        }
        let type = try await make(
            MonicaWire.TypeBody(name: ActivitiesMapping.summary, categoryID: category),
            in: "/api/activitytypes")
        activityType = type
        return type
    }

    private func make(_ body: MonicaWire.TypeBody, in path: String) async throws(MonicaTrouble) -> Int {
        let reply = try await exchange(.post, path, json: Self.encode(body))
        let (made, _): (MonicaWire.One<MonicaWire.Numbered>, Int64?) = try decode(reply)
        return made.data.id
    }

    /// The first of a list that has the name, or the first at all.
    private func named(_ name: String?, in path: String) async throws(MonicaTrouble) -> Int? {
        for page in 1...100 {
            let (list, _): (MonicaWire.Page<MonicaWire.Numbered>, Int64?) = try decode(
                try await exchange(.get, path, query: query(page)))
            let found = list.records.first {
                name == nil || $0.name?.lowercased() == name?.lowercased()
            }
            if let found { return found.id }
            if list.data.isEmpty || list.meta.currentPage >= list.meta.lastPage { return nil }
        }
        return nil
    }

    /// Activities of ours that were created by halves get their contacts.
    ///
    /// - Returns: How many.
    func mend(_ records: [MonicaWire.Record]) async -> Int {
        var mended = 0
        for record in records where record.attendees?.contacts.isEmpty ?? true {
            guard let call = call(record), call.key != nil, let day = record.happenedAt else { continue }
            let body = MonicaWire.ActivityBody(
                summary: record.summary ?? ActivitiesMapping.summary, description: record.description ?? "",
                happenedAt: String(day.prefix(10)), activityTypeID: record.activityType?.id,
                contacts: [call.content.contact])
            let reply = try? await exchange(  // If not now, when it is written the next time.
                .put, "/api/activities/\(record.id)", json: Self.encode(body))
            if reply != nil { mended += 1 }
        }
        return mended
    }
}

// MARK: - What is asked beside calls

extension CallLogAPIService {
    /// Asks whether a Monica is there that has these records, and takes the token.
    func welcome() async throws(MonicaTrouble) -> Bool {
        let reply = try await exchange(.get, "/api")
        let said = try? JSONDecoder().decode(  // A server that is no Monica says something else.
            MonicaWire.Welcome.self, from: Data(reply.body))
        guard let welcome = said else { return false }
        return welcome.success.message.contains("Monica")
            && welcome.links?[records.rawValue + "_url"]?.value != nil
    }

    /// A page of the contacts, last changed first.
    func contacts(page: Int) async throws(MonicaTrouble) -> (
        contacts: [MonicaContact], account: Int?, isLast: Bool
    ) {
        let (list, _): (MonicaWire.Page<MonicaWire.Person>, Int64?) = try decode(
            try await exchange(.get, "/api/contacts", query: query(page, sort: "-updated_at")))
        let contacts = list.records.map { person in
            MonicaContact(
                id: person.id, name: person.completeName ?? "", isArchived: !(person.isActive ?? true),
                updatedAt: person.updatedAt.flatMap(MonicaTime.seconds) ?? 0)
        }
        let isLast =
            list.data.isEmpty || list.meta.currentPage >= list.meta.lastPage || page >= Self.mostPages
        return (contacts, list.records.compactMap(\.account?.id).first, isLast)
    }
}
