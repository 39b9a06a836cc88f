import IlkFraming
public import IlkVocabulary

/// A batch of entries: the body of `POST /debug/logs`.
///
/// The body is `{"batch_id": UUID, "entries": [...]}` or an array of entries.
public struct DebugBatch: Sendable {
    /// An element of a batch.
    public struct Item: Sendable {
        /// The entry, or the reason why it was not accepted.
        public let entry: Result<DebugLogEntry, DebugEntryError>
        /// The id of the entry, or `nil` if the id could not be parsed.
        public let id: RecordID?
    }

    /// The media type of a batch and of the response to it.
    public static let contentType = "application/json"

    /// The id that the sender gave the batch, or `nil` if the sender gave no id.
    public let id: RecordID?
    /// The elements of the batch, in order.
    public let items: [Item]

    /// Parses a batch. An invalid entry becomes an item with the reason why the entry is invalid.
    ///
    /// - Parameter json: The body of a request.
    /// - Throws: `notJSON` or `notAnObject` if the body is not a batch, or `badReference` if the id of the
    ///   batch is not a UUID. If the JSON of the id is malformed, throws the error of the JSON parser.
    /// - Complexity: O(*n*) in the number of bytes.
    public init(json: [UInt8]) throws(DebugEntryError) {
        let outline = JSONOutline(json)
        var entries = outline.elements(outline.all)
        var id: RecordID?
        if entries == nil {
            guard let members = outline.members(outline.all) else { throw .notJSON }
            guard let place = members["entries"] else { throw .notAnObject }
            entries = outline.elements(place)
            if let place = members["batch_id"] {
                guard case .string(let text) = try outline.read(place, maximumDepth: 1),
                    let read = RecordID(text)
                else { throw .badReference }
                id = read
            }
        }
        guard let entries else { throw .notAnObject }
        self.id = id
        items = entries.map { Self.item(outline, $0) }
    }

    private static func item(_ outline: JSONOutline, _ range: Range<Int>) -> Item {
        do throws(DebugEntryError) {
            let entry = try DebugLogEntry(json: outline.value(range))
            return Item(entry: .success(entry), id: entry.id)
        } catch {
            let id = outline.members(range)?["id"].flatMap { place in
                try? outline.read(place, maximumDepth: 1)  // Without a readable id.
            }
            return Item(entry: .failure(error), id: id?.asString.flatMap { RecordID($0) })
        }
    }

    /// Returns the body of a request for encoded entries.
    static func json(_ entries: some Collection<[UInt8]>, id: RecordID) -> [UInt8] {
        // Reserve the whole size, because an array that grows would fragment the memory.
        var writer = JSONWriter(capacity: entries.reduce(80) { $0 + $1.count + 1 })
        writer.beginObject()
        writer.key("batch_id")
        writer.string(id.description)
        writer.key("entries")
        writer.beginArray()
        for entry in entries { writer.raw(entry) }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    /// Returns the body of a request.
    ///
    /// - Parameters:
    ///   - entries: The entries.
    ///   - id: The id of the batch.
    /// - Complexity: O(*n*) in the size of the entries.
    public static func json(_ entries: some Sequence<DebugLogEntry>, id: RecordID) -> [UInt8] {
        json(entries.map(\.json), id: id)
    }
}
