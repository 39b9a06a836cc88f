import FoundationEssentials
import IlkVocabulary

/// The JSON that Monica sends and receives. Only the fields that Ilk uses are decoded, so other fields cannot
/// cause errors.
enum MonicaWire {
    static func decode<Body: Decodable>(_ bytes: [UInt8], as type: Body.Type = Body.self) throws -> Body {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(type, from: Data(bytes))
    }

    static func encode(_ body: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder.deterministic()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let data = try? encoder.encode(body)  // Strings and integers always encode.
        return data.map { Array($0) } ?? []
    }

    /// A reply with one record.
    struct One<Record: Decodable>: Decodable {
        var data: Record
    }

    /// A page of a list. Records that cannot be decoded are skipped.
    struct Page<Record: Decodable>: Decodable {
        var data: [Readable<Record>]
        var meta: Meta

        struct Meta: Decodable {
            var currentPage: Int
            var lastPage: Int
            var total: Int
        }

        var records: [Record] { data.compactMap(\.value) }
        var isLast: Bool { data.isEmpty || meta.currentPage >= meta.lastPage }
    }

    /// A value, or `nil` if it cannot be decoded.
    struct Readable<Value: Decodable>: Decodable {
        var value: Value?

        init(from decoder: any Decoder) throws {
            value = try? Value(from: decoder)  // One malformed record must not fail the page.
        }
    }

    /// A call or an activity.
    struct Record: Decodable {
        var id: Int32
        var contact: Person?
        var calledAt: String?
        var content: String?
        var contactCalled: Bool?
        var summary: String?
        var description: String?
        var happenedAt: String?
        /// The name of `happenedAt` before Monica 3.0.
        var dateItHappened: String?
        var activityType: Reference?
        var attendees: Attendees?
        var account: Reference?
        var updatedAt: String

        var day: String? { (happenedAt ?? dateItHappened).map { String($0.prefix(10)) } }
    }

    struct Attendees: Decodable {
        var contacts: [Person]
    }

    struct Reference: Decodable {
        var id: Int
        var name: String?
    }

    struct Person: Decodable {
        var id: Int32
        var completeName: String?
        var isActive: Bool?
        var account: Reference?
        var updatedAt: String?

        var name: String { completeName ?? "" }
        /// The time of the last change, in seconds since 1970; 0 if it is missing.
        var changedAt: Int64 { updatedAt.flatMap(MonicaTime.seconds) ?? 0 }
    }

    /// An error reply. Its message is a string or an array of strings.
    struct ErrorReply: Decodable {
        var error: Error?

        struct Error: Decodable {
            var code: Int?
            var sentences: [String]

            enum CodingKeys: CodingKey {
                case errorCode, message
            }

            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: CodingKeys.self)
                code = try? values.decode(Int.self, forKey: .errorCode)  // The code is optional.
                let many = try? values.decode([String].self, forKey: .message)  // May be one string.
                let one = try? values.decode(String.self, forKey: .message)  // The message is optional.
                sentences = many ?? one.map { [$0] } ?? []
            }
        }
    }

    /// The reply at the root of the API.
    struct APIRoot: Decodable {
        var success: Success
        var links: [String: Readable<String>]?

        struct Success: Decodable {
            var message: String
        }
    }

    /// The reply to a deletion.
    struct Deletion: Decodable {
        var deleted: Bool
    }

    struct CallBody: Encodable {
        var contactID: Int32
        var calledAt: String
        var content: String
        var contactCalled: Bool
        /// The key of the call, sent only for new calls.
        var uuid: String?
    }

    struct ActivityBody: Encodable {
        var summary: String
        var description: String
        var happenedAt: String
        var activityTypeID: Int?
        /// The ids of the contacts. Monica also accepts objects here, but an activity created that way has no
        /// contacts.
        var contacts: [Int32]
    }

    /// The request body for an activity type or its category.
    struct TypeBody: Encodable {
        var name: String
        var activityTypeCategoryID: Int?
    }
}
