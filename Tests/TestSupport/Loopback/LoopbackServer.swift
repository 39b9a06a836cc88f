import Foundation
import Glibc
import Synchronization

/// A received HTTP/1.1 request.
package struct LoopbackRequest: Sendable {
    package var method: String
    /// The path without the query.
    package var path: String
    package var query: [String: String]
    /// The headers by name in lower case.
    package var headers: [String: String]
    package var body: [UInt8]

    package init(
        method: String, target: String, headers: [String: String] = [:], body: [UInt8] = []
    ) {
        self.method = method
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(parts[0])
        query = [:]
        for pair in (parts.count > 1 ? parts[1] : "").split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            query[String(sides[0])] = sides.count > 1 ? String(sides[1]).removingPercentEncoding ?? "" : ""
        }
        self.headers = headers
        self.body = body
    }
}

/// A response.
package struct LoopbackReply: Sendable {
    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]
    /// `true` to close the connection without a response.
    package var isDropped = false
    /// The delay between single bytes of the body in milliseconds, or `nil` to send it at once.
    package var drip: UInt32?

    package init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A reply that closes the connection without a response.
    package static var dropped: LoopbackReply {
        var reply = LoopbackReply(status: 0)
        reply.isDropped = true
        return reply
    }
}

/// An HTTP/1.1 server on a free loopback port, for tests. It ends with `stop()`, or after its maximum
/// lifetime.
package final class LoopbackServer: Sendable {
    package let port: Int
    private let listener: Int32
    private let flag = Flag()

    /// The flag that stops the server's threads.
    private final class Flag: Sendable {
        private let isSet = Atomic<Bool>(false)
        var isStopped: Bool { isSet.load(ordering: .acquiring) }
        func stop() { isSet.store(true, ordering: .releasing) }
    }

    /// The base URL, `http://127.0.0.1:PORT`.
    package var address: String { "http://127.0.0.1:\(port)" }

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - life: The maximum lifetime.
    ///   - answer: Returns the response to a request. Called on several threads.
    package init(
        for life: Duration = .seconds(120), _ answer: @escaping @Sendable (LoopbackRequest) -> LoopbackReply
    ) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let isBound = withUnsafeMutablePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                bind(descriptor, place, length) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, place, &length) == 0
            }
        }
        port = Int(UInt16(bigEndian: place.sin_port))
        guard isBound else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        let end = ContinuousClock.now + life
        Thread.detachNewThread { [flag] in
            while ContinuousClock.now < end, !flag.isStopped {
                guard Self.isReadable(descriptor, within: 50) else { continue }
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0 else { continue }
                Thread.detachNewThread {
                    Self.serve(connection, until: end, answer) { flag.isStopped }
                }
            }
            close(descriptor)
        }
    }

    package func stop() { flag.stop() }

    deinit { stop() }

    private static func isReadable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
        var wish = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wish, 1, milliseconds) > 0
    }

    /// Serves the requests of one connection in order.
    private static func serve(
        _ connection: Int32, until end: ContinuousClock.Instant,
        _ answer: (LoopbackRequest) -> LoopbackReply, _ isStopped: () -> Bool
    ) {
        defer { close(connection) }
        var bytes: [UInt8] = []
        while ContinuousClock.now < end, !isStopped() {
            if let (request, rest) = parse(bytes) {
                bytes = rest
                guard send(answer(request), to: connection, isStopped) else { return }
                continue
            }
            guard isReadable(connection, within: 50) else { continue }
            var chunk = [UInt8](repeating: 0, count: 65_536)
            let count = recv(connection, &chunk, chunk.count, 0)
            guard count > 0 else { return }
            bytes += chunk.prefix(count)
        }
    }

    /// Returns a complete request at the start of bytes, and the bytes after it.
    private static func parse(_ bytes: [UInt8]) -> (LoopbackRequest, [UInt8])? {
        let mark = Array("\r\n\r\n".utf8)
        guard bytes.count >= 4,
            let end = (0...bytes.count - 4).first(where: { Array(bytes[$0..<$0 + 4]) == mark })
        else { return nil }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count == 3 else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] =
                line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        guard bytes.count >= end + 4 + length else { return nil }
        let body = Array(bytes[(end + 4)..<(end + 4 + length)])
        let request = LoopbackRequest(
            method: String(words[0]), target: String(words[1]), headers: headers, body: body)
        return (request, Array(bytes[(end + 4 + length)...]))
    }

    /// Returns `true` if the connection stays open.
    private static func send(
        _ reply: LoopbackReply, to connection: Int32, _ isStopped: () -> Bool
    ) -> Bool {
        guard !reply.isDropped else { return false }
        var head = "HTTP/1.1 \(reply.status) Status\r\nContent-Length: \(reply.body.count)\r\n"
        for header in reply.headers { head += "\(header.name): \(header.value)\r\n" }
        guard write(Array((head + "\r\n").utf8), to: connection) else { return false }
        guard let drip = reply.drip else { return write(reply.body, to: connection) }
        for byte in reply.body {
            guard !isStopped(), write([byte], to: connection) else { return false }
            usleep(drip * 1000)
        }
        return true
    }

    private static func write(_ bytes: [UInt8], to connection: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.send(
                    connection, buffer.baseAddress.map { $0 + sent }, bytes.count - sent,
                    Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
