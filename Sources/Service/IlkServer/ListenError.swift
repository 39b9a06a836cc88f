/// The error of a server that cannot listen on its address.
public struct ListenError: Error, Sendable, CustomStringConvertible {
    /// The reason as one line without a period, such as `the port is in use`.
    public let description: String
}

#if Server
    import Glibc
    import NIOCore

    extension ListenError {
        init(_ error: any Error) {
            switch error {
            case let error as IOError: description = Self.reason(error.errnoCode)
            case is SocketAddressError, is SocketAddressError.UnknownHost:
                description = "the host is unknown"
            default: description = "the server cannot start"
            }
        }

        private static func reason(_ number: CInt) -> String {
            switch number {
            case EADDRINUSE: return "the port is in use"
            case EADDRNOTAVAIL: return "this machine does not have the address"
            case EACCES, EPERM: return "permission denied"
            default:
                let words = String(cString: strerror(number))
                return words.prefix(1).lowercased() + words.dropFirst()
            }
        }
    }
#endif
