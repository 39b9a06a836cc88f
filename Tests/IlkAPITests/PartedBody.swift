import IlkHTTP
import Synchronization

/// A body that arrives in parts of a size.
final class PartedBody: APIBody {
    private let bytes: [UInt8]
    private let size: Int
    private let place = Mutex(0)

    init(_ bytes: [UInt8], by size: Int) {
        self.bytes = bytes
        self.size = max(1, min(size, bytes.count))
    }

    func whole(upTo limit: Int) async throws -> [UInt8] {
        guard bytes.count <= limit else { throw Problem.tooLarge(limit) }
        return bytes
    }

    func next() async throws -> [UInt8]? {
        place.withLock { place in
            defer { place = min(place + size, bytes.count) }
            return place == bytes.count ? nil : Array(bytes[place..<min(place + size, bytes.count)])
        }
    }

    func keep(_ bytes: Int) {}
}
