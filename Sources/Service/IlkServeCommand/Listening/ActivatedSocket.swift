import Glibc
import IlkConsole

/// The listening socket that systemd, or another service manager, opened for this process
/// (`LISTEN_FDS`, sd_listen_fds(3)).
struct ActivatedSocket {
    /// The file descriptor of the first passed socket (`SD_LISTEN_FDS_START`).
    static let descriptor: Int32 = 3

    /// The address, or `nil` for a Unix socket.
    let address: ListenAddress?

    /// Returns `nil` if the environment passes no socket to this process.
    ///
    /// - Parameters:
    ///   - environment: The environment variables.
    ///   - process: The id of this process.
    /// - Throws: ``CommandError`` (`badConfiguration`) if there are several sockets, or if the socket is not
    ///   a listening stream socket.
    init?(environment: [String: String], process: Int32 = getpid()) throws(CommandError) {
        guard environment["LISTEN_PID"] == String(process),
            let count = environment["LISTEN_FDS"].flatMap({ Int($0) }), count > 0
        else { return nil }
        guard count == 1 else {
            throw Self.error("the service manager passed \(count) sockets; expected one")
        }
        var (accepts, length): (Int32, socklen_t) = (0, socklen_t(MemoryLayout<Int32>.size))
        guard getsockopt(Self.descriptor, SOL_SOCKET, SO_ACCEPTCONN, &accepts, &length) == 0, accepts == 1
        else {
            throw Self.error("descriptor \(Self.descriptor) is not a listening stream socket")
        }
        // Child processes must not keep the port in use.
        _ = fcntl(Self.descriptor, F_SETFD, FD_CLOEXEC)
        address = Self.address(of: Self.descriptor)
    }

    private static func error(_ what: String) -> CommandError {
        CommandError(
            .badConfiguration, what, at: "LISTEN_FDS", hint: "use one ListenStream= in the socket unit")
    }

    /// Returns the numeric address of a socket, or `nil` for a Unix socket.
    private static func address(of descriptor: Int32) -> ListenAddress? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        var (host, port) = ([CChar](repeating: 0, count: 64), [CChar](repeating: 0, count: 8))
        let status = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard getsockname(descriptor, address, &length) == 0, address.pointee.sa_family != AF_UNIX
                else {
                    return EAI_FAMILY
                }
                return getnameinfo(
                    address, length, &host, socklen_t(host.count), &port, socklen_t(port.count),
                    NI_NUMERICHOST | NI_NUMERICSERV)
            }
        }
        guard status == 0, let number = Int(Self.text(port)) else { return nil }
        return ListenAddress(host: Self.text(host), port: number)
    }

    private static func text(_ buffer: [CChar]) -> String {
        String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
