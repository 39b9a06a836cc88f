import IlkFraming
public import IlkVocabulary

/// Entries that are sent together: the body of `POST /debug/logs`.
///
/// `{"batch_id": UUID, "entries": [...]}`; an array of entries alone is taken too.
public struct DebugBatch: Sendable {
    /// What came in place of one entry.
    public struct Item: Sendable {
        /// The entry, or what is wrong with it.
        public let entry: Result<DebugLogEntry, DebugEntryFault>
        /// Its id, where it has one that can be read.
        public let id: RecordID?
    }

    /// The media type of a batch and of its answer.
    public static let contentType = "application/json"

    /// What the batch is called: the sender's name for it.
    public let id: RecordID?
    /// The entries in their order.
    public let items: [Item]

    /// Reads a batch. An entry that cannot be read is one item that says so.
    ///
    /// - Throws: `notJSON` and `notAnObject` when it is no batch at all, `badReference` when its id is no UUID.
    public init(json: [UInt8]) throws(DebugEntryFault) {
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
        do throws(DebugEntryFault) {
            let entry = try DebugLogEntry(json: outline.value(range))
            return Item(entry: .success(entry), id: entry.id)
        } catch {
            let id = outline.members(range)?["id"].flatMap { place in
                try? outline.read(place, maximumDepth: 1)  // Then it has none that can be read.
            }
            return Item(entry: .failure(error), id: id?.asString.flatMap { RecordID($0) })
        }
    }

    /// The body of a request for entries that are JSON already.
    static func json(_ entries: some Collection<[UInt8]>, id: RecordID) -> [UInt8] {
        // In one piece: what grows leaves its smaller self behind each time.
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

    /// The body of a request.
    public static func json(_ entries: some Sequence<DebugLogEntry>, id: RecordID) -> [UInt8] {
        json(entries.map(\.json), id: id)
    }
}
