/// The binary encoding of sync requests and responses: the body of `POST /v1/sync`
/// (`docs/reference/sync-protocol.md`).
///
/// A message starts with `ILKS`, a version and its direction. Numbers are big-endian, and variable-size
/// fields are preceded by their length. Every message has exactly one valid encoding.
public enum SyncWire {
    /// The media type of a message.
    public static let mediaType = "application/vnd.ilk.sync"
    /// The version written and read.
    public static let version: UInt8 = 1

    static let mark: UInt32 = 0x494C_4B53
    /// The byte after the version.
    enum Direction {
        static let request: UInt8 = 1
        static let response: UInt8 = 2
    }

    /// Encodes a request.
    ///
    /// - Parameter request: A request.
    /// - Complexity: O(*n*) in the size of the request.
    public static func bytes(_ request: SyncRequest) -> [UInt8] {
        var writer = begin(Direction.request)
        writer.put(request.id)
        writer.put(request.device.number)
        writer.put(request.epoch)
        writer.put(request.cursor)
        writer.put(request.horizon)
        writer.put(request.isFull)
        switch request.body {
        case .hello(let predecessors):
            writer.put(UInt8(1))
            writer.put(predecessors) { $0.put($1.number) }
        case .push(let items):
            writer.put(UInt8(2))
            writer.put(items) { writer, item in
                writer.put(item.seen)
                writer.put(item.floor.bits)
                writer.append(item.record)
            }
        case .pull(let limit):
            writer.put(UInt8(3))
            writer.put(UInt32(clamping: limit))
        }
        return writer.bytes
    }

    /// Decodes a request.
    ///
    /// - Parameter bytes: An encoded request.
    /// - Throws: ``WireFault`` if the bytes are not a valid request.
    /// - Complexity: O(*n*) in the number of bytes.
    public static func request(_ bytes: [UInt8]) throws(WireFault) -> SyncRequest {
        try read(bytes, Direction.request) { reader throws(WireFault) in
            SyncRequest(
                id: try reader.requestID(), device: DeviceID(try reader.number()),
                epoch: try reader.number(), cursor: try reader.number(), horizon: try reader.number(),
                isFull: try reader.flag(), body: try reader.asked())
        }
    }

    /// Encodes a response.
    ///
    /// - Parameter response: A response.
    /// - Complexity: O(*n*) in the size of the response.
    public static func bytes(_ response: SyncResponse) -> [UInt8] {
        var writer = begin(Direction.response)
        writer.put(response.id)
        writer.put(response.now)
        switch response.body {
        case .welcome(let lineage):
            writer.put(UInt8(1))
            writer.put(lineage) { writer, start in
                writer.put(start.epoch)
                writer.put(start.head)
            }
        case .pushed(let results):
            writer.put(UInt8(2))
            writer.put(results) { $0.put($1) }
        case .page(let page):
            writer.put(UInt8(3))
            writer.put(page.next)
            writer.put(page.isMore)
            writer.put(page.horizon)
            writer.put(page.entries) { $0.put($1) }
        case .refused(let refusal):
            writer.put(UInt8(4))
            writer.put(refusal.rawValue)
        }
        return writer.bytes
    }

    /// Decodes a response.
    ///
    /// - Parameter bytes: An encoded response.
    /// - Throws: ``WireFault`` if the bytes are not a valid response.
    /// - Complexity: O(*n*) in the number of bytes.
    public static func response(_ bytes: [UInt8]) throws(WireFault) -> SyncResponse {
        try read(bytes, Direction.response) { reader throws(WireFault) in
            SyncResponse(id: try reader.requestID(), now: try reader.number(), body: try reader.answer())
        }
    }

    private static func begin(_ direction: UInt8) -> WireWriter {
        var writer = WireWriter()
        writer.put(mark)
        writer.put(version)
        writer.put(direction)
        return writer
    }

    private static func read<Message>(
        _ bytes: [UInt8], _ direction: UInt8, _ body: (inout WireReader) throws(WireFault) -> Message
    ) throws(WireFault) -> Message {
        let result: Result<Message, WireFault> = bytes.withUnsafeBytes { raw in
            var reader = WireReader(raw)
            do throws(WireFault) {
                guard raw.count >= 6, try reader.number(UInt32.self) == mark else {
                    throw WireFault(reason: .notAMessage, offset: 0)
                }
                guard try reader.number(UInt8.self) == version else { throw reader.fault(.otherVersion) }
                guard try reader.number(UInt8.self) == direction else { throw reader.fault(.notAMessage) }
                let message = try body(&reader)
                guard reader.left == 0 else { throw reader.fault(.tooLong) }
                return .success(message)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}

extension WireWriter {
    fileprivate mutating func put(_ id: RequestID) {
        put(id.incarnation.number)
        put(id.number)
    }

    fileprivate mutating func put(_ entry: FeedEntry) {
        put(entry.sequence)
        append(entry.record)
    }

    fileprivate mutating func put(_ result: ItemResult) {
        switch result {
        case .stored(let sequence):
            put(UInt8(1))
            put(sequence)
        case .conflict(let entry):
            put(UInt8(2))
            put(entry)
        case .ahead(let time):
            put(UInt8(3))
            put(time.bits)
        case .rejected(let rejection):
            put(UInt8(4))
            put(UInt8(1 + (ItemRejection.allCases.firstIndex(of: rejection) ?? 0)))
        case .storedAsIs(let sequence):
            put(UInt8(5))
            put(sequence)
        }
    }
}

extension WireReader {
    fileprivate mutating func requestID() throws(WireFault) -> RequestID {
        RequestID(incarnation: Incarnation(try number()), number: try number())
    }

    fileprivate mutating func asked() throws(WireFault) -> SyncRequest.Body {
        switch try number(UInt8.self) {
        case 1:
            return .hello(
                predecessors: try list(ofAtLeast: 8) { reader throws(WireFault) in
                    Incarnation(try reader.number())
                })
        case 2:
            return .push(
                try list(ofAtLeast: 9 + SyncRecord.fewestBytes) { reader throws(WireFault) in
                    let seen = try reader.optional()
                    let floor = HybridTime(bits: try reader.number())
                    return PushedItem(record: try SyncRecord(&reader), seen: seen, floor: floor)
                })
        case 3: return .pull(limit: Int(try number(UInt32.self)))
        default: throw fault(.badValue)
        }
    }

    fileprivate mutating func answer() throws(WireFault) -> SyncResponse.Body {
        switch try number(UInt8.self) {
        case 1:
            return .welcome(
                lineage: try list(ofAtLeast: 16) { reader throws(WireFault) in
                    EpochStart(epoch: try reader.number(), head: try reader.number())
                })
        case 2:
            return .pushed(
                try list(ofAtLeast: 2) { reader throws(WireFault) in try reader.itemResult() })
        case 3:
            let (next, isMore, horizon) = (try number(UInt64.self), try flag(), try number(UInt64.self))
            let entries = try list(ofAtLeast: 8 + SyncRecord.fewestBytes) { reader throws(WireFault) in
                try reader.feedEntry()
            }
            return .page(SyncPage(entries: entries, next: next, isMore: isMore, horizon: horizon))
        case 4:
            guard let refusal = HubRefusal(rawValue: try number()) else { throw fault(.badValue) }
            return .refused(refusal)
        default: throw fault(.badValue)
        }
    }

    private mutating func feedEntry() throws(WireFault) -> FeedEntry {
        FeedEntry(sequence: try number(), record: try SyncRecord(&self))
    }

    private mutating func itemResult() throws(WireFault) -> ItemResult {
        switch try number(UInt8.self) {
        case 1: return .stored(sequence: try number())
        case 2: return .conflict(try feedEntry())
        case 3: return .ahead(HybridTime(bits: try number()))
        case 4:
            let place = Int(try number(UInt8.self)) - 1
            guard ItemRejection.allCases.indices.contains(place) else { throw fault(.badValue) }
            return .rejected(ItemRejection.allCases[place])
        case 5: return .storedAsIs(sequence: try number())
        default: throw fault(.badValue)
        }
    }
}
