import Glibc

/// A connection on which anything can be said.
final class RawClient {
    private let socket: Int32

    /// Connects to a port of this machine.
    init?(port: Int) {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = UInt16(port).bigEndian
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let descriptor = socket
        let outcome = withUnsafePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard outcome == 0 else { return nil }
    }

    deinit { close(socket) }

    /// Says something; false when the other side has gone.
    @discardableResult
    func say(_ text: String) -> Bool {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            bytes = bytes.dropFirst(count)
        }
        return true
    }

    /// All that comes until the other side closes, or for so long.
    ///
    /// - Returns: What came, and whether the connection was closed.
    func hear(forMilliseconds limit: Int) -> (text: String, isClosed: Bool) {
        var heard: [UInt8] = []
        let end = ContinuousClock.now + .milliseconds(limit)
        while ContinuousClock.now < end {
            var wish = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard poll(&wish, 1, 50) > 0 else { continue }
            var chunk = [UInt8](repeating: 0, count: 65_536)
            let count = recv(socket, &chunk, chunk.count, 0)
            guard count > 0 else { return (String(decoding: heard, as: UTF8.self), true) }
            heard += chunk.prefix(count)
        }
        return (String(decoding: heard, as: UTF8.self), false)
    }
}
