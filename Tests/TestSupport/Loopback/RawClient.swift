import Glibc

/// A TCP connection to a loopback port, for sending arbitrary bytes.
public final class RawClient: Sendable {
    private let socket: Int32

    /// Connects to a loopback port. The result is `nil` if the connection fails.
    ///
    /// - Parameters:
    ///   - port: The port.
    ///   - receiveBuffer: The size of the socket's receive buffer in bytes, or `nil` for the system's
    ///     default.
    public init?(port: Int, receiveBuffer: Int? = nil) {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        if var size = receiveBuffer.map(Int32.init) {
            setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
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

    /// Sends a text.
    ///
    /// - Parameter text: The text.
    /// - Returns: `false` if the other side has closed the connection.
    @discardableResult
    public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Sends bytes.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: `false` if the other side has closed the connection.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool {
        var bytes = bytes[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            bytes = bytes.dropFirst(count)
        }
        return true
    }

    /// Sends as many bytes as possible without blocking.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: The number of bytes sent, or `nil` if the other side has closed the connection.
    public func sendWithoutBlocking(_ bytes: [UInt8]) -> Int? {
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        let count = bytes.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, flags) }
        if count < 0 { return errno == EAGAIN ? 0 : nil }
        return count
    }

    /// Closes the sending side.
    public func finishSending() { shutdown(socket, Int32(SHUT_WR)) }

    /// Receives until the other side closes the connection, or until a time limit.
    ///
    /// - Parameters:
    ///   - limit: The time limit in milliseconds.
    ///   - most: The number of bytes after which the function returns.
    /// - Returns: The received text, and `true` if the connection was closed.
    public func receive(forMilliseconds limit: Int, upTo most: Int = .max) -> (text: String, isClosed: Bool) {
        var heard: [UInt8] = []
        let end = ContinuousClock.now + .milliseconds(limit)
        while ContinuousClock.now < end, heard.count < most {
            var wish = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard poll(&wish, 1, 50) > 0 else { continue }
            var chunk = [UInt8](repeating: 0, count: min(65_536, most - heard.count))
            let count = recv(socket, &chunk, chunk.count, 0)
            guard count > 0 else { return (String(decoding: heard, as: UTF8.self), true) }
            heard += chunk.prefix(count)
        }
        return (String(decoding: heard, as: UTF8.self), false)
    }

    /// Raises the limit on open files of this process.
    ///
    /// - Parameter count: The required number of files.
    /// - Returns: `false` if the system does not allow this number.
    public static func allowOpenFiles(_ count: Int) -> Bool {
        let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(files, &limit) == 0 else { return false }
        if limit.rlim_cur >= count { return true }
        limit.rlim_cur = rlim_t(count)
        return limit.rlim_max >= count && setrlimit(files, &limit) == 0
    }
}
