import Foundation

extension FakeMonica.State {
    typealias Answer = (status: Int, json: [String: Any])

    /// Executes a request.
    mutating func route(_ request: LoopbackRequest, _ second: Int, isOrphan: Bool = false) -> Answer {
        let parts = request.path.split(separator: "/").map(String.init)
        guard parts.first == "api" else { return MonicaJSON.missing }
        if request.body == Array("null".utf8) {
            return MonicaJSON.failure(400, 37, "Problems parsing JSON")
        }
        let body = MonicaJSON.object(request.body)
        let id = parts.count > 2 ? Int(parts[2]) : nil
        switch (request.method, parts.count, parts.count > 1 ? parts[1] : "") {
        case ("GET", 1, _): return welcome
        case ("GET", 2, "calls"): return list(Array(calls.values), request, callJSON)
        case ("GET", 2, "activities"): return list(Array(activities.values), request, activityJSON)
        case ("GET", 2, "contacts"): return contacts(request)
        case ("GET", 2, "activitytypes"): return named(types, request)
        case ("GET", 2, "activitytypecategories"): return named(categories, request)
        case ("POST", 2, "activitytypes"): return makeType(body)
        case ("POST", 2, "activitytypecategories"): return makeCategory(body)
        case ("POST", 2, "calls"): return createCall(body, second)
        case ("POST", 2, "activities"): return createActivity(body, second, isOrphan)
        case ("GET", 4, "contacts"): return records(of: id ?? 0, parts[3], request)
        case ("GET", 3, "calls"):
            return own(calls[id ?? 0]).map { (200, ["data": callJSON($0)]) } ?? MonicaJSON.missing
        case ("GET", 3, "activities"):
            return own(activities[id ?? 0]).map { (200, ["data": activityJSON($0)]) } ?? MonicaJSON.missing
        case ("PUT", 3, "calls"): return updateCall(id ?? 0, body, second)
        case ("PUT", 3, "activities"): return updateActivity(id ?? 0, body, second)
        case ("DELETE", 3, "calls"): return deleteCall(id ?? 0)
        case ("DELETE", 3, "activities"): return deleteActivity(id ?? 0)
        default: return MonicaJSON.missing
        }
    }

    private var welcome: Answer {
        let links = ["calls", "activities", "contacts"].map { ($0 + "_url", "/api/" + $0) }
        return (
            200,
            [
                "success": ["message": "Welcome to Monica"],
                "links": Dictionary(uniqueKeysWithValues: links),
            ]
        )
    }

    private func own(_ row: FakeMonica.Row?) -> FakeMonica.Row? { row?.account == 1 ? row : nil }

    // MARK: Lists

    private func list(
        _ rows: [FakeMonica.Row], _ request: LoopbackRequest,
        _ json: (FakeMonica.Row) -> [String: Any]
    ) -> Answer {
        let rows = rows.filter { $0.account == 1 }
        let sort = request.query["sort"] ?? "created_at"
        let column = sort.hasPrefix("-") ? String(sort.dropFirst()) : sort
        guard ["created_at", "updated_at", "completed_at", "called_at", "favorited_at"].contains(column)
        else {
            return MonicaJSON.failure(400, 39, "Invalid sort")
        }
        guard ["created_at", "updated_at"].contains(column) else {
            return MonicaJSON.failure(500, 40, "Invalid query")
        }
        let sorted = rows.sorted { one, other in
            let key = column == "created_at" ? \FakeMonica.Row.createdAt : \.updatedAt
            if one[keyPath: key] == other[keyPath: key] { return one.id < other.id }
            return (one[keyPath: key] < other[keyPath: key]) != sort.hasPrefix("-")
        }
        return paged(sorted, request, json)
    }

    private func paged<Row>(
        _ rows: [Row], _ request: LoopbackRequest, _ json: (Row) -> [String: Any]
    ) -> Answer {
        let asked = request.query["limit"].flatMap { Int($0) } ?? 0
        guard asked <= 100 else { return MonicaJSON.failure(400, 30, "The limit parameter is too big") }
        let size = asked > 0 ? asked : 15
        let page = max(1, request.query["page"].flatMap { Int($0) } ?? 1)
        let start = min(rows.count, (page - 1) * size)
        let end = min(rows.count, start + size)
        let meta: [String: Any] = [
            "current_page": page, "from": start + 1, "last_page": max(1, (rows.count + size - 1) / size),
            "path": request.path, "per_page": "\(size)", "to": end, "total": rows.count,
            // An object by year, but an empty list if there are no rows.
            "statistics": rows.isEmpty ? [Any]() : ["2026": rows.count] as [String: Any],
        ]
        return (200, ["data": rows[start..<end].map(json), "links": [String: Any](), "meta": meta])
    }

    private func contacts(_ request: LoopbackRequest) -> Answer {
        let people = people.values.filter { $0.account == 1 && $0.isActive }
            .sorted { ($1.updatedAt, $1.id) < ($0.updatedAt, $0.id) }
        return paged(people, request, personJSON)
    }

    private func records(of contact: Int, _ kind: String, _ request: LoopbackRequest) -> Answer {
        guard people[contact]?.account == 1 else { return MonicaJSON.missing }
        switch kind {
        case "calls": return list(calls.values.filter { $0.contact == contact }, request, callJSON)
        case "activities":
            return list(activities.values.filter { $0.contacts.contains(contact) }, request, activityJSON)
        default: return MonicaJSON.missing
        }
    }

    private func named(_ all: [Int: FakeMonica.Named], _ request: LoopbackRequest) -> Answer {
        let rows = all.values.filter { $0.account == 1 }.sorted { $0.id < $1.id }
        return paged(rows, request) { ["id": $0.id, "name": $0.name] }
    }

    private mutating func makeType(_ body: [String: Any]) -> Answer {
        guard let name = body["name"] as? String else {
            return MonicaJSON.invalid("The name field is required.")
        }
        guard let category = body["activity_type_category_id"] as? Int, categories[category]?.account == 1
        else { return MonicaJSON.invalid("The activity type category id field is required.") }
        defer { next += 1 }
        types[next] = FakeMonica.Named(id: next, name: name, category: category)
        return (201, ["data": ["id": next, "name": name] as [String: Any]])
    }

    private mutating func makeCategory(_ body: [String: Any]) -> Answer {
        guard let name = body["name"] as? String else {
            return MonicaJSON.invalid("The name field is required.")
        }
        defer { next += 1 }
        categories[next] = FakeMonica.Named(id: next, name: name)
        return (201, ["data": ["id": next, "name": name] as [String: Any]])
    }

    // MARK: Shapes

    func personJSON(_ person: FakeMonica.Person) -> [String: Any] {
        [
            "id": person.id, "object": "contact", "complete_name": person.name, "first_name": person.name,
            "is_active": person.isActive, "is_partial": false, "account": ["id": person.account],
            "updated_at": MonicaJSON.time(person.updatedAt),
        ]
    }

    func callJSON(_ row: FakeMonica.Row) -> [String: Any] {
        [
            "id": row.id, "uuid": row.uuid, "object": "call", "called_at": row.time,
            "content": row.text ?? NSNull(), "contact_called": row.contactCalled, "emotions": [Any](),
            "account": ["id": row.account],
            "contact": row.contact.flatMap { people[$0] }.map(personJSON) ?? [:],
            "created_at": MonicaJSON.time(row.createdAt), "updated_at": MonicaJSON.time(row.updatedAt),
        ]
    }

    func activityJSON(_ row: FakeMonica.Row) -> [String: Any] {
        let there = row.contacts.compactMap { people[$0] }.map(personJSON)
        let type = row.type.flatMap { types[$0] }.map { ["id": $0.id, "name": $0.name] as [String: Any] }
        return [
            "id": row.id, "uuid": row.uuid, "object": "activity", "summary": row.summary ?? "",
            "description": row.text ?? NSNull(), "happened_at": row.time, "activity_type": type ?? NSNull(),
            "attendees": ["total": there.count, "contacts": there] as [String: Any], "emotions": [Any](),
            "account": ["id": row.account], "created_at": MonicaJSON.time(row.createdAt),
            "updated_at": MonicaJSON.time(row.updatedAt),
        ]
    }
}
