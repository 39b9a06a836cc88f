import FoundationEssentials

/// What Monica writes, as far as it matters. Nothing else is looked at, so that nothing else can be wrong.
enum MonicaWire {
    static func decode<Body: Decodable>(_ bytes: [UInt8], as type: Body.Type = Body.self) throws -> Body {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(type, from: Data(bytes))
    }

    static func encode(_ body: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = try? encoder.encode(body)  // Strings and whole numbers: JSON can say all of it.
        return data.map { Array($0) } ?? []
    }

    /// An answer with one record.
    struct One<Record: Decodable>: Decodable {
        var data: Record
    }

    /// A page of a list. A record that cannot be read is none: it does not hold up the others.
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

    /// A value, or what could not be read as one.
    struct Readable<Value: Decodable>: Decodable {
        var value: Value?

        init(from decoder: any Decoder) throws {
            value = try? Value(from: decoder)  // See ``Page``.
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
        /// Servers before 3.0 called it so.
        var dateItHappened: String?
        var activityType: Numbered?
        var attendees: Attendees?
        var account: Numbered?
        var updatedAt: String

        /// The day of an activity.
        var day: String? { (happenedAt ?? dateItHappened).map { String($0.prefix(10)) } }
    }

    struct Attendees: Decodable {
        var contacts: [Person]
    }

    struct Numbered: Decodable {
        var id: Int
        var name: String?
    }

    /// A contact.
    struct Person: Decodable {
        var id: Int32
        var completeName: String?
        var isActive: Bool?
        var account: Numbered?
        var updatedAt: String?

        var name: String { completeName ?? "" }
        /// The time of the last change, in seconds since 1970.
        var changedAt: Int64 { updatedAt.flatMap(MonicaTime.seconds) ?? 0 }
    }

    /// What went wrong. A message is a sentence, or several.
    struct Fault: Decodable {
        var error: Error?

        struct Error: Decodable {
            var code: Int?
            var sentences: [String]

            enum CodingKeys: CodingKey {
                case errorCode, message
            }

            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: CodingKeys.self)
                code = try? values.decode(Int.self, forKey: .errorCode)  // Some have none.
                let many = try? values.decode([String].self, forKey: .message)  // Or it is one.
                let one = try? values.decode(String.self, forKey: .message)  // Or there is none.
                sentences = many ?? one.map { [$0] } ?? []
            }
        }
    }

    /// What stands at the root of the interface.
    struct Welcome: Decodable {
        var success: Success
        var links: [String: Readable<String>]?

        struct Success: Decodable {
            var message: String
        }
    }

    /// That something was deleted.
    struct Deletion: Decodable {
        var deleted: Bool
    }

    /// The body of a call.
    struct CallBody: Encodable {
        var contactID: Int32
        var calledAt: String
        var content: String
        var contactCalled: Bool
        /// Only a new call takes it.
        var uuid: String?
    }

    /// The body of an activity.
    struct ActivityBody: Encodable {
        var summary: String
        var description: String
        var happenedAt: String
        var activityTypeID: Int?
        /// Numbers: objects are taken too, and leave an activity without anybody.
        var contacts: [Int32]
    }

    /// The body of a type of activities, or of a category of those.
    struct TypeBody: Encodable {
        var name: String
        var activityTypeCategoryID: Int?
    }
}
