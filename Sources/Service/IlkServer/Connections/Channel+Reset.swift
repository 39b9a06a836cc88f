#if Server
    import Glibc
    import NIOCore

    extension Channel {
        /// Resets the connection (TCP RST), and discards output that the client has not read. After a normal
        /// close, the system would keep that output in memory.
        func reset() {
            guard let socket = self as? any SocketOptionProvider else { return close(promise: nil) }
            socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in self.close(promise: nil) }
        }
    }
#endif
