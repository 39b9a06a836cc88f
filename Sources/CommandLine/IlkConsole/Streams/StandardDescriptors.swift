import Glibc

/// The file descriptors 0 to 2. A shell can start the program with some of them closed: `ilk classify <&-`.
package enum StandardDescriptors {
    /// Opens the closed descriptors, so that no file or pipe opened later gets their numbers.
    ///
    /// Standard input is opened only for writing, and standard output only for reading, so that using them
    /// still fails with `EBADF`. Call this before any other file is opened.
    package static func occupy() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF
        {
            // This is the lowest free number, because all lower ones are open. Output to standard error is
            // discarded.
            let flags = descriptor == STDOUT_FILENO ? O_RDONLY : O_WRONLY
            if open("/dev/null", flags) < 0 { _ = open("/", O_RDONLY | O_DIRECTORY) }
        }
    }
}
