import IlkFraming
import IlkVocabulary

/// Removes rare values from exported records. Each remaining value occurs in the records of a minimum number
/// of users.
///
/// A value is a word of a string, a number, a Boolean or a field name, together with the path of its field.
/// Times are reduced to months first. The names of the authors of corrections are always removed. All records
/// are counted before the first one is masked. Combinations of values are not counted, so a person can still
/// be recognized by several frequent values together.
struct RecordAnonymizer {
    /// The text that stands for rare words.
    static let mask = "[rare]"

    private let minimumUsers: Int
    private let userFields: [[String]]
    /// The users of each value that occurs for too few users so far.
    private var rare: [String: Set<Int>] = [:]
    private var frequent: Set<String> = []
    private var users: [String: Int] = [:]

    /// Creates an anonymizer.
    ///
    /// - Parameters:
    ///   - minimumUsers: The minimum number of users in whose records a value must occur.
    ///   - userFields: The fields that identify the user of a record, as dotted paths. If a record has
    ///     several of these fields, the first one counts.
    init(minimumUsers: Int, userFields: [String]) {
        self.minimumUsers = minimumUsers
        self.userFields = userFields.map { $0.split(separator: ".").map(String.init) }
    }

    /// The number of different users of the counted records.
    var userCount: Int { users.count }

    /// Counts the values of a record. A record without a user is ignored.
    mutating func count(_ record: JSONTree) {
        guard let user = user(of: record) else { return }
        count(record, of: user)
    }

    /// Returns a record without its rare values, or `nil` if no value remains or the record has no user.
    func masked(_ record: JSONTree) -> JSONTree? {
        guard userName(of: record) != nil else { return nil }
        return masked(record, at: "")
    }

    /// Returns the values in masked records that occur for too few users. Counts the masked records again, to
    /// catch mistakes in the masking.
    ///
    /// - Parameter records: All records with their masked forms.
    func violations(in records: some Sequence<(record: JSONTree, masked: JSONTree)>) -> [String] {
        var check = RecordAnonymizer(minimumUsers: minimumUsers, userFields: [])
        for (record, masked) in records {
            guard let name = userName(of: record) else { continue }
            check.count(masked, of: check.number(of: name))
        }
        return check.rare.keys.sorted()
    }

    private func userName(of record: JSONTree) -> String? {
        for path in userFields {
            let value = path.reduce(JSONTree?.some(record)) { $0?[$1] }
            switch value {
            case .string(let text)?: return text
            case .integer(let number)?: return "\(number)"
            default: continue
            }
        }
        return nil
    }

    private mutating func user(of record: JSONTree) -> Int? { userName(of: record).map { number(of: $0) } }

    private mutating func number(of name: String) -> Int {
        if let number = users[name] { return number }
        users[name] = users.count
        return users.count - 1
    }

    private mutating func count(_ record: JSONTree, of user: Int) {
        Self.visit(record, at: "") { value in
            guard !frequent.contains(value) else { return }
            rare[value, default: []].insert(user)
            if rare[value, default: []].count >= minimumUsers {
                rare[value] = nil
                frequent.insert(value)
            }
        }
    }

    // MARK: Values

    /// Calls a function with each value of a record, prefixed with the path of its field.
    private static func visit(_ tree: JSONTree, at place: String, _ body: (String) -> Void) {
        switch tree {
        case .null: break
        case .string(let text): for word in words(text) where word != mask { body(key(place, word)) }
        case .bool, .integer, .number: body(key(place, "\(tree)"))
        case .array(let elements): for element in elements { visit(element, at: place, body) }
        case .object(let fields):
            for field in fields where !isAuthor(field, at: place) {
                let inner = self.place(place, field)
                body(inner)
                visit(field.value, at: inner, body)
            }
        }
    }

    private static func place(_ place: String, _ field: JSONTreeField) -> String {
        place + "\u{1}" + field.name
    }

    /// Returns `true` for the author of a correction: a field `author` within a field whose name ends with
    /// `corrections`. All stores use such names.
    private static func isAuthor(_ field: JSONTreeField, at place: String) -> Bool {
        field.name == "author" && place.hasSuffix("corrections")
    }

    private static func key(_ place: String, _ value: String) -> String { place + "\u{2}" + value }

    /// Returns the words of a text, or the month of a time. The case and the punctuation of words are kept.
    private static func words(_ text: String) -> [String] {
        month(text).map { [$0] } ?? text.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Returns the year and month of an RFC 3339 time, or `nil` for any other text.
    private static func month(_ text: String) -> String? {
        ZonedTime(text) == nil ? nil : String(text.prefix(7))
    }

    private func masked(_ tree: JSONTree, at place: String) -> JSONTree? {
        switch tree {
        case .null: return nil
        case .string(let text):
            var kept: [String] = []
            for word in Self.words(text) {
                let word = frequent.contains(Self.key(place, word)) ? word : Self.mask
                if word != Self.mask || kept.last != Self.mask { kept.append(word) }
            }
            return kept.allSatisfy { $0 == Self.mask } ? nil : .string(kept.joined(separator: " "))
        case .bool, .integer, .number:
            return frequent.contains(Self.key(place, "\(tree)")) ? tree : nil
        case .array(let elements):
            let kept = elements.compactMap { masked($0, at: place) }
            return kept.isEmpty ? nil : .array(kept)
        case .object(let fields):
            let kept = fields.compactMap { field -> JSONTreeField? in
                let inner = Self.place(place, field)
                guard frequent.contains(inner), !Self.isAuthor(field, at: place) else { return nil }
                return masked(field.value, at: inner).map { JSONTreeField(field.name, $0) }
            }
            return kept.isEmpty ? nil : .object(kept)
        }
    }
}

extension JSONWriter {
    /// Writes a value.
    mutating func write(_ tree: JSONTree) {
        switch tree {
        case .null: null()
        case .bool(let value): bool(value)
        case .integer(let value): raw("\(value)".utf8)
        case .number(let value): number(value)
        case .string(let value): string(value)
        case .array(let elements):
            beginArray()
            for element in elements { write(element) }
            endArray()
        case .object(let fields):
            beginObject()
            for field in fields {
                key(field.name)
                write(field.value)
            }
            endObject()
        }
    }
}
