#if Server
    import Glibc

    /// The file of a Unix socket.
    struct UnixSocketFile {
        let path: String

        /// Checks that no server accepts connections on the socket. A file that remains from a server that
        /// has ended is not an error.
        ///
        /// - Throws: ``ListenError`` if another server listens on the socket, or if the file is not a socket.
        func check() throws(ListenError) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return }
            guard status.st_mode & S_IFMT == S_IFSOCK else {
                throw ListenError(description: "the file exists, and is not a socket")
            }
            guard let descriptor = UnixAddress(path)?.connected() else { return }
            close(descriptor)
            throw ListenError(description: "another server listens on the socket")
        }

        /// Sets the mode 0600, so that only this user can connect.
        func protect() { chmod(path, 0o600) }

        func remove() { unlink(path) }
    }
#endif
