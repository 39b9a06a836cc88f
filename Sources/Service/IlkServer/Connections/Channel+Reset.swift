#if Server
    import Glibc
    import NIOCore

    extension Channel {
        /// Resets the connection. Output that the client has not read is discarded. Otherwise the system
        /// would keep that output in memory.
        func reset() {
            guard let socket = self as? any SocketOptionProvider else { return close(promise: nil) }
            socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in self.close(promise: nil) }
        }
    }
#endif
