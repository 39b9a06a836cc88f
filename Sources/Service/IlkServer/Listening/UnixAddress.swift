package import Glibc

/// The address of a Unix socket.
package struct UnixAddress {
    private var address = sockaddr_un()
    private let length: socklen_t

    /// - Parameter path: The path of the socket, or `@` followed by a name in the abstract namespace. The
    ///   initializer returns `nil` if the path is empty, contains NUL, or is longer than 107 bytes.
    package init?(_ path: String) {
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard !bytes.isEmpty, bytes.count < room, !bytes.contains(0) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { target in
            target.copyBytes(from: bytes)
            if bytes[0] == UInt8(ascii: "@") { target[0] = 0 }
        }
        let start = MemoryLayout<sockaddr_un>.size - room
        length = socklen_t(start + bytes.count)
    }

    package func withAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }

    /// Returns a connected socket, or `nil` if no process accepts connections at this address.
    package func connected() -> Int32? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        if withAddress({ connect(descriptor, $0, $1) }) == 0 { return descriptor }
        close(descriptor)
        return nil
    }
}
