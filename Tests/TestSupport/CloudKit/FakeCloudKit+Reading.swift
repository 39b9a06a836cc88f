import Foundation

extension FakeCloudKit.State {
    func lookup(_ json: [String: Any], _ database: String) -> CloudKitAnswer {
        let zone = (json["zoneID"] as? [String: Any])?["zoneName"] as? String ?? "_defaultZone"
        guard let content = databases[database]?[zone] else { return .error("ZONE_NOT_FOUND") }
        guard let wanted = json["records"] as? [[String: Any]], wanted.count <= 200 else {
            return .error("BAD_REQUEST")
        }
        let records = wanted.map { wish -> [String: Any] in
            let name = wish["recordName"] as? String ?? ""
            if let row = content.rows[name], !row.isDeleted { return FakeCloudKit.json(row) }
            return ["recordName": name, "serverErrorCode": "NOT_FOUND", "reason": "not found", "uuid": "0"]
        }
        return CloudKitAnswer(json: ["records": records])
    }

    /// Returns the change feed of zones: the last version of each record, in the order of the changes.
    mutating func changes(
        _ json: [String: Any], _ database: String, _ fault: FakeCloudKit.Fault?
    ) -> CloudKitAnswer {
        guard database != "public", let zones = json["zones"] as? [[String: Any]] else {
            return .error("BAD_REQUEST")
        }
        let answers = zones.map { changes(of: $0, database, fault) }
        return CloudKitAnswer(json: ["zones": answers])
    }

    private mutating func changes(
        of asked: [String: Any], _ database: String, _ fault: FakeCloudKit.Fault?
    ) -> [String: Any] {
        let name = (asked["zoneID"] as? [String: Any])?["zoneName"] as? String ?? ""
        var answer: [String: Any] = ["zoneID": ["zoneName": name]]
        guard let zone = databases[database]?[name] else {
            answer["serverErrorCode"] = "ZONE_NOT_FOUND"
            return answer
        }
        var since = 0
        if let token = asked["syncToken"] as? String {
            guard let place = places[token], place.database == database, place.generation == zone.generation
            else {
                answer["serverErrorCode"] = "CHANGE_TOKEN_EXPIRED"
                return answer
            }
            since = place.change
        }
        // A device without a token does not get deletions.
        let found = zone.rows.values.filter { $0.change > since && (since > 0 || !$0.isDeleted) }
            .sorted { $0.change < $1.change }
        let limit = max(1, min(asked["resultsLimit"] as? Int ?? 200, pageSize, 200))
        let page = found.prefix(limit)
        let last = fault == .samePage ? since : page.last?.change ?? since
        let token = opaque()
        places[token] = (database, zone.generation, last)
        answer["records"] = page.map { row -> [String: Any] in
            row.isDeleted
                ? ["recordName": row.name, "recordType": row.type, "deleted": true]
                : FakeCloudKit.json(row)
        }
        answer["syncToken"] = page.isEmpty && since > 0 ? asked["syncToken"] as? String ?? token : token
        answer["moreComing"] = page.count < found.count || fault == .samePage
        return answer
    }

    /// Returns records of a type by the time of their last change.
    mutating func query(_ json: [String: Any], _ database: String) -> CloudKitAnswer {
        let zone = (json["zoneID"] as? [String: Any])?["zoneName"] as? String ?? "_defaultZone"
        guard let content = databases[database]?[zone] else { return .error("ZONE_NOT_FOUND") }
        guard let terms = json["query"] as? [String: Any], let type = terms["recordType"] as? String,
            let filters = terms["filterBy"] as? [[String: Any]],
            let orders = terms["sortBy"] as? [[String: Any]],
            let filter = filters.first, filters.count == 1, orders.count == 1,
            filter["comparator"] as? String == "GREATER_THAN_OR_EQUALS",
            filter["fieldName"] as? String == "___modTime", orders[0]["fieldName"] as? String == "___modTime",
            orders[0]["ascending"] as? Bool == true, let value = filter["fieldValue"] as? [String: Any],
            let since = value["value"] as? Int64
        else { return .error("BAD_REQUEST") }
        var names: [String]
        if let marker = json["continuationMarker"] as? String {
            guard let rest = markers.removeValue(forKey: marker) else { return .error("BAD_REQUEST") }
            names = rest
        } else {
            names = content.rows.values.filter { $0.type == type && !$0.isDeleted && $0.modified >= since }
                .sorted { ($0.modified, $0.change) < ($1.modified, $1.change) }.map(\.name)
        }
        let limit = max(1, min(json["resultsLimit"] as? Int ?? 200, pageSize, 200))
        let rows = names.prefix(limit).compactMap { content.rows[$0] }.filter { !$0.isDeleted }
        var answer: [String: Any] = ["records": rows.map { FakeCloudKit.json($0) }]
        if names.count > limit {
            let marker = opaque()
            markers[marker] = Array(names.dropFirst(limit))
            answer["continuationMarker"] = marker
        }
        return CloudKitAnswer(json: answer)
    }
}
