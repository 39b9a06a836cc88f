import Synchronization

/// A body in memory, for requests within the process.
package final class BytesBody: APIBody {
    private let bytes: [UInt8]
    private let isRead = Atomic(false)

    package init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    package func whole(upTo limit: Int) async throws -> [UInt8] {
        guard bytes.count <= limit else { throw Problem.tooLarge(limit) }
        return bytes
    }

    package func next() async throws -> [UInt8]? {
        isRead.exchange(true, ordering: .relaxed) || bytes.isEmpty ? nil : bytes
    }

    package func keep(_ bytes: Int) {}
}
