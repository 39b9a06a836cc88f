import Glibc

/// The descriptors 0 to 2, which a program may be started without (`ilk classify <&-`).
package enum StandardDescriptors {
    /// Occupies the descriptors that are closed, so that no file or pipe that is opened later gets their numbers.
    ///
    /// Reading from standard input and writing to standard output then fail as they do on a closed descriptor (`EBADF`).
    /// To be called before anything is opened.
    package static func occupy() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF
        {
            // The lowest number that is free is this one: those below are open. Output to standard error is discarded.
            let flags = descriptor == STDOUT_FILENO ? O_RDONLY : O_WRONLY
            if open("/dev/null", flags) < 0 { _ = open("/", O_RDONLY | O_DIRECTORY) }
        }
    }
}
