import FoundationEssentials

/// The requests and responses of CloudKit Web Services, reduced to the fields that Ilk uses.
enum CloudKitWire {
    struct ZoneID: Codable, Hashable {
        var zoneName: String
    }

    /// The value of a field. Values other than strings and integers are ignored.
    enum Value: Codable, Hashable {
        case text(String)
        case number(Int64)
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int64.self) {  // The value may be of another type.
                self = .number(number)
            } else if let text = try? container.decode(String.self) {  // The value may be of another type.
                self = .text(text)
            } else {
                self = .other
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            case .other: try container.encodeNil()
            }
        }
    }

    struct Field: Codable, Hashable {
        var value: Value
        var type: String?
    }

    /// The time of a change, according to CloudKit's clock.
    struct Moment: Codable, Hashable {
        var timestamp: Int64?
    }

    /// A record, or the error that CloudKit returned instead of the record.
    struct Record: Codable, Hashable {
        var recordName: String
        var recordType: String?
        var recordChangeTag: String?
        var fields: [String: Field]?
        var deleted: Bool?
        var modified: Moment?
        var serverErrorCode: String?
        var retryAfter: Double?
    }

    struct Operation: Encodable {
        var operationType: String
        var record: Record
    }

    struct Modify: Encodable {
        var operations: [Operation]
        var zoneID: ZoneID
        var atomic: Bool
    }

    struct Lookup: Encodable {
        struct Name: Encodable {
            var recordName: String
        }

        var records: [Name]
        var zoneID: ZoneID
    }

    struct Records: Decodable {
        var records: [Record]
        /// The position after the last result of a query.
        var continuationMarker: String?
    }

    struct Query: Encodable {
        struct Filter: Encodable {
            var comparator: String
            var fieldName: String
            var fieldValue: Field
        }

        struct Order: Encodable {
            var fieldName: String
            var ascending: Bool
        }

        struct Terms: Encodable {
            var recordType: String
            var filterBy: [Filter]
            var sortBy: [Order]
        }

        var zoneID: ZoneID
        var query: Terms
        var resultsLimit: Int
        var continuationMarker: String?
    }

    struct Changes: Encodable {
        struct Zone: Encodable {
            var zoneID: ZoneID
            var syncToken: String?
            var resultsLimit: Int
        }

        var zones: [Zone]
    }

    /// The changes of a zone, or the error that CloudKit returned instead of them.
    struct ZoneChanges: Decodable {
        var records: [Record]?
        var syncToken: String?
        var moreComing: Bool?
        var serverErrorCode: String?
        var retryAfter: Double?
    }

    struct Zones: Decodable {
        var zones: [ZoneChanges]
    }

    struct ModifyZones: Encodable {
        struct Operation: Encodable {
            struct Zone: Encodable {
                var zoneID: ZoneID
            }

            var operationType: String
            var zone: Zone
        }

        var operations: [Operation]
    }

    /// The signed-in user.
    struct User: Decodable {
        var userRecordName: String
    }

    /// The error for a whole request.
    struct Fault: Decodable {
        var serverErrorCode: String?
        var retryAfter: Double?
        var redirectURL: String?
    }
}
