import Foundation

extension FakeCloudKit.State {
    /// An operation of a request.
    private struct Wish {
        var type: String
        var record: [String: Any]

        var name: String { record["recordName"] as? String ?? "" }
        var tag: String? { record["recordChangeTag"] as? String }
    }

    private func error(_ code: String, _ name: String, retryAfter: Double? = nil) -> [String: Any] {
        var json: [String: Any] = [
            "recordName": name, "serverErrorCode": code, "reason": code.lowercased(), "uuid": "0",
        ]
        json["retryAfter"] = retryAfter
        return json
    }

    private func zone(of json: [String: Any]) -> String {
        (json["zoneID"] as? [String: Any])?["zoneName"] as? String ?? "_defaultZone"
    }

    mutating func modify(
        _ json: [String: Any], _ database: String, _ now: Double, _ fault: FakeCloudKit.Fault?
    ) -> CloudKitAnswer {
        let zone = zone(of: json)
        guard let wishes = wishes(json), wishes.count <= 200, Set(wishes.map(\.name)).count == wishes.count
        else {
            return .error("BAD_REQUEST")
        }
        guard databases[database]?[zone] != nil else { return .error("ZONE_NOT_FOUND") }
        let isAtomic = zone != "_defaultZone" && json["atomic"] as? Bool ?? true
        let before = self
        var answers: [[String: Any]] = []
        var isWrong = false
        for (place, wish) in wishes.enumerated() {
            if case .item(place, let code, let retryAfter) = fault {
                answers.append(error(code, wish.name, retryAfter: retryAfter))
            } else {
                answers.append(perform(wish, zone, database, now))
            }
            isWrong = isWrong || answers[place]["serverErrorCode"] != nil
        }
        if isAtomic, isWrong {
            databases = before.databases
            if fault == .singleError { return .error("ATOMIC_ERROR") }
            for place in answers.indices where answers[place]["serverErrorCode"] == nil {
                answers[place] = error("ATOMIC_ERROR", wishes[place].name)
            }
        }
        return CloudKitAnswer(json: ["records": answers])
    }

    private func wishes(_ json: [String: Any]) -> [Wish]? {
        guard let operations = json["operations"] as? [[String: Any]] else { return nil }
        let wishes = operations.compactMap { operation -> Wish? in
            guard let type = operation["operationType"] as? String,
                let record = operation["record"] as? [String: Any]
            else { return nil }
            return Wish(type: type, record: record)
        }
        return wishes.count == operations.count ? wishes : nil
    }

    private mutating func perform(
        _ wish: Wish, _ zone: String, _ database: String, _ now: Double
    ) -> [String: Any] {
        let name = wish.name
        guard !name.isEmpty, name.utf8.count <= 255, name.utf8.allSatisfy({ $0 < 0x80 }) else {
            return error("BAD_REQUEST", name)
        }
        let old = databases[database]?[zone]?.rows[name].flatMap { $0.isDeleted ? nil : $0 }
        switch wish.type {
        case "create": if old != nil { return error("EXISTS", name) }
        case "update", "replace", "delete":
            guard let tag = wish.tag else { return error("BAD_REQUEST", name) }
            guard let old else { return error("NOT_FOUND", name) }
            guard old.tag == tag else { return error("CONFLICT", name) }
        case "forceUpdate", "forceReplace", "forceDelete": break
        default: return error("BAD_REQUEST", name)
        }
        if wish.type == "delete" || wish.type == "forceDelete" {
            remove(name, from: zone, of: database)
            return ["recordName": name, "deleted": true]
        }
        return write(wish, over: old, zone, database, now)
    }

    private mutating func write(
        _ wish: Wish, over old: FakeCloudKit.Row?, _ zone: String, _ database: String, _ now: Double
    ) -> [String: Any] {
        guard let type = wish.record["recordType"] as? String ?? old?.type,
            old.map({ $0.type == type }) ?? true,
            var fields = wish.record["fields"] as? [String: [String: Any]],
            fields.values.allSatisfy({ isValue($0) })
        else { return error("BAD_REQUEST", wish.name) }
        if let old, wish.type.lowercased().hasSuffix("update") {
            fields = FakeCloudKit.fields(old.fields).merging(fields) { _, new in new }
        }
        let size = fields.values.reduce(0) { $0 + bytes($1) }
        guard size <= 1_000_000 else { return error("BAD_REQUEST", wish.name) }
        guard size <= room - used(database) else { return error("QUOTA_EXCEEDED", wish.name) }
        let time = Int64(now * 1000) + skew
        let row = FakeCloudKit.Row(
            name: wish.name, type: type, fields: MonicaJSON.bytes(fields), tag: opaque(), change: next,
            created: old?.created ?? time, modified: time)
        databases[database]?[zone]?.rows[wish.name] = row
        return FakeCloudKit.json(row)
    }

    private func used(_ database: String) -> Int {
        guard room != .max else { return 0 }
        return (databases[database] ?? [:]).values.flatMap(\.rows.values).reduce(0) {
            $0 + ($1.isDeleted ? 0 : $1.fields.count)
        }
    }

    private func bytes(_ field: [String: Any]) -> Int {
        guard let text = field["value"] as? String else { return 8 }
        return field["type"] as? String == "BYTES" ? text.utf8.count / 4 * 3 : text.utf8.count
    }

    /// Returns `true` if a value has the type of its field.
    private func isValue(_ field: [String: Any]) -> Bool {
        switch field["type"] as? String {
        case "STRING": field["value"] is String
        case "BYTES": (field["value"] as? String).flatMap { Data(base64Encoded: $0) } != nil
        case "INT64", "TIMESTAMP": field["value"] is Int64
        default: false
        }
    }

    mutating func modifyZones(_ json: [String: Any], _ database: String) -> CloudKitAnswer {
        guard database != "public", let operations = json["operations"] as? [[String: Any]] else {
            return .error("BAD_REQUEST")
        }
        var zones: [[String: Any]] = []
        for operation in operations {
            let zone = operation["zone"] as? [String: Any] ?? [:]
            let name = (zone["zoneID"] as? [String: Any])?["zoneName"] as? String ?? ""
            guard !name.isEmpty else { return .error("BAD_REQUEST") }
            if operation["operationType"] as? String == "delete" {
                databases[database]?[name] = nil
            } else if databases[database]?[name] == nil {
                _ = opaque()
                databases[database, default: [:]][name] = FakeCloudKit.Zone(generation: next)
            }
            zones.append(["zoneID": ["zoneName": name], "atomic": true])
        }
        return CloudKitAnswer(json: ["zones": zones])
    }
}

extension FakeCloudKit {
    static func fields(_ bytes: [UInt8]) -> [String: [String: Any]] {
        let json = try? JSONSerialization.jsonObject(with: Data(bytes))  // We have encoded it.
        return json as? [String: [String: Any]] ?? [:]
    }

    /// Returns a record for a response.
    static func json(_ row: Row) -> [String: Any] {
        [
            "recordName": row.name, "recordType": row.type, "recordChangeTag": row.tag,
            "fields": fields(row.fields), "deleted": false,
            "created": ["timestamp": row.created, "userRecordName": "_user", "deviceID": "1"],
            "modified": ["timestamp": row.modified, "userRecordName": "_user", "deviceID": "1"],
        ]
    }
}
