import Glibc
import IlkConsole
import IlkServer

/// One GET request to a running server, over its address or its Unix socket: `ilk serve --get`.
struct LocalRequest {
    enum Target: Hashable {
        case address(ListenAddress)
        case socket(String)
    }

    let target: Target
    /// The path with the query.
    let path: String
    /// The token, or `nil` for none.
    let token: String?

    /// The time in seconds after which a request without an answer fails.
    private static let patience = 30
    private static let maximumHead = 1 << 16

    /// Sends the request, and writes the body of the response while it arrives.
    ///
    /// - Parameter output: The output.
    /// - Throws: ``CommandError``: `unavailable` if the server cannot be reached or does not answer;
    ///   otherwise the exit status depends on the status of the response.
    func run(to output: OutputWriter) throws {
        guard let descriptor = connected() else {
            throw CommandError(
                .unavailable, "no server accepts connections", at: place, hint: "start it with: ilk serve")
        }
        defer { close(descriptor) }
        var time = timeval(tv_sec: Self.patience, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
        // HTTP/1.0: the body ends with the connection.
        let lines =
            ["GET \(path) HTTP/1.0", "Host: localhost"]
            + (token.map { ["Authorization: Bearer \($0)"] } ?? [])
        try write(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8), to: descriptor)
        var bytes: [UInt8] = []
        var body: ArraySlice<UInt8>?
        while body == nil, let part = try read(descriptor) {
            bytes += part
            body = bytes.firstRange(of: Array("\r\n\r\n".utf8)).map { bytes[$0.upperBound...] }
            if bytes.count > Self.maximumHead, body == nil { break }
        }
        guard let body, let status = Self.status(bytes) else {
            throw CommandError(.unavailable, "the response is not HTTP", at: place)
        }
        output.append(body)
        while let part = try read(descriptor) {
            output.append(part)
            try output.flush()
        }
        try output.flush()
        if let exit = Self.exitStatus(status) {
            throw CommandError(exit, "the server answered with status \(status)", at: path)
        }
    }

    private var place: String {
        switch target {
        case .address(let address): "\(address)"
        case .socket(let path): path
        }
    }

    /// Returns the status in the first line of a response.
    private static func status(_ head: [UInt8]) -> Int? {
        let words = head.prefix { $0 != UInt8(ascii: "\r") }.split(separator: UInt8(ascii: " "))
        guard words.count >= 2, words[0].starts(with: Array("HTTP/1.".utf8)) else { return nil }
        return Int(String(decoding: words[1], as: UTF8.self))
    }

    /// Returns the exit status for the status of a response, or `nil` for success.
    static func exitStatus(_ status: Int) -> ExitStatus? {
        switch status {
        case 200..<400: nil
        case 401, 403: .notAllowed
        case 404: .noInput
        case 408, 429: .tryAgain
        case 400..<500: .usage
        case 500: .bug
        default: .unavailable
        }
    }

    // MARK: Connection

    private func connected() -> Int32? {
        switch target {
        case .socket(let path): return UnixAddress(path)?.connected()
        case .address(let address):
            var hints = addrinfo()
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
            var found: UnsafeMutablePointer<addrinfo>?
            guard getaddrinfo(Self.reachable(address.host), String(address.port), &hints, &found) == 0 else {
                return nil
            }
            defer { freeaddrinfo(found) }
            var next = found
            while let entry = next?.pointee {
                let descriptor = socket(entry.ai_family, entry.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
                if descriptor >= 0, connect(descriptor, entry.ai_addr, entry.ai_addrlen) == 0 {
                    return descriptor
                }
                if descriptor >= 0 { close(descriptor) }
                next = entry.ai_next
            }
            return nil
        }
    }

    /// Returns the host to connect to for a server that listens on a given host. An address that stands for
    /// all addresses becomes the loopback address: `0.0.0.0` → `127.0.0.1`.
    private static func reachable(_ host: String) -> String {
        switch host {
        case "0.0.0.0": "127.0.0.1"
        case "::": "::1"
        default: host
        }
    }

    private func write(_ bytes: [UInt8], to descriptor: Int32) throws(CommandError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw broken }
            rest = rest.dropFirst(count)
        }
    }

    /// Returns the next bytes, or `nil` at the end of the response.
    private func read(_ descriptor: Int32) throws(CommandError) -> [UInt8]? {
        var count = 0
        let part = [UInt8](unsafeUninitializedCapacity: 1 << 16) { room, filled in
            repeat {
                count = recv(descriptor, room.baseAddress, room.count, 0)
            } while count < 0 && errno == EINTR
            filled = max(0, count)
        }
        guard count >= 0 else { throw broken }
        return count == 0 ? nil : part
    }

    private var broken: CommandError {
        CommandError(
            .unavailable,
            "the connection ended, or the server did not answer within \(Self.patience) seconds", at: place)
    }
}
