#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Turns the signals of the process into requests to stop, and a reader's going away and a limit of file sizes into
/// errors of `write`.
enum SignalWatch {
    /// The flag that this process's signals raise.
    static let flag = StopFlag()

    /// Starts watching. To be called once, before anything is read.
    static func install() {
        // The flag must stand before a handler can run: making it is nothing that a handler may do.
        _ = flag
        for signal in [SIGINT, SIGTERM] { handle(signal) { SignalWatch.arrived($0) } }
        for signal in [SIGPIPE, SIGXFSZ] { ignore(signal) }
    }

    private static func arrived(_ signal: Int32) {
        let saved = errno
        if flag.receive(signal) == .exitAtOnce { _exit(128 + signal) }
        errno = saved
    }

    /// Without SA_RESTART, so that a call that waits comes back and the flag is seen.
    private static func handle(_ signal: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
        var action = sigaction()
        #if canImport(Darwin)
            action.__sigaction_u.__sa_handler = handler
        #else
            action.__sigaction_handler.sa_handler = handler
        #endif
        _ = sigaction(signal, &action, nil)
    }

    private static func ignore(_ number: Int32) {
        _ = signal(number, SIG_IGN)
    }
}
