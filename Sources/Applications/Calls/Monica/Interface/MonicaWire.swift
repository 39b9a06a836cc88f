/// What Monica writes, as far as it matters. Nothing else is looked at, so that nothing else can be wrong.
enum MonicaWire {
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

            enum CodingKeys: String, CodingKey {
                case currentPage = "current_page"
                case lastPage = "last_page"
                case total
            }
        }

        var records: [Record] { data.compactMap(\.value) }
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
        var createdAt: String
        var updatedAt: String

        enum CodingKeys: String, CodingKey {
            case id, contact, content, summary, description, attendees, account
            case calledAt = "called_at"
            case contactCalled = "contact_called"
            case happenedAt = "happened_at"
            case dateItHappened = "date_it_happened"
            case activityType = "activity_type"
            case createdAt = "created_at"
            case updatedAt = "updated_at"
        }
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

        enum CodingKeys: String, CodingKey {
            case id, account
            case completeName = "complete_name"
            case isActive = "is_active"
            case updatedAt = "updated_at"
        }
    }

    /// What went wrong. A message is a sentence, or several.
    struct Fault: Decodable {
        var error: Error?
        var message: String?

        struct Error: Decodable {
            var code: Int?
            var sentences: [String]

            enum CodingKeys: String, CodingKey {
                case message
                case code = "error_code"
            }

            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: CodingKeys.self)
                code = try? values.decode(Int.self, forKey: .code)  // Some have none.
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

        enum CodingKeys: String, CodingKey {
            case content, uuid
            case contactID = "contact_id"
            case calledAt = "called_at"
            case contactCalled = "contact_called"
        }
    }

    /// The body of an activity.
    struct ActivityBody: Encodable {
        var summary: String
        var description: String
        var happenedAt: String
        var activityTypeID: Int?
        /// Numbers: objects are taken too, and leave an activity without anybody.
        var contacts: [Int32]

        enum CodingKeys: String, CodingKey {
            case summary, description, contacts
            case happenedAt = "happened_at"
            case activityTypeID = "activity_type_id"
        }
    }

    /// The body of a type of activities, or of a category of those.
    struct TypeBody: Encodable {
        var name: String
        var categoryID: Int?

        enum CodingKeys: String, CodingKey {
            case name
            case categoryID = "activity_type_category_id"
        }
    }
}
