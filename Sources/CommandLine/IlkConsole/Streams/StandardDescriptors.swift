import Glibc

/// The descriptors 0 to 2. They may be closed at the start of the program (`ilk classify <&-`).
package enum StandardDescriptors {
    /// Opens the closed descriptors, so that no file or pipe opened later gets their numbers.
    ///
    /// Reading from standard input and writing to standard output then fail as for a closed descriptor
    /// (`EBADF`). Call this before any other file is opened.
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
