import Glibc

/// Turns the signals of the process into requests to stop, and a reader's going away and a limit of file sizes into
/// errors of `write`.
package enum SignalWatch {
    /// The longest time from a request to terminate to the end of the process, in seconds. A process that gets no thread
    /// would never look at the flag.
    private static let terminationSeconds: UInt32 = 60

    /// The flag that this process's signals raise.
    package static let flag = StopFlag()

    /// Starts watching. To be called once, before anything is read.
    package static func install() {
        // The flag must stand before a handler can run: making it is nothing that a handler may do.
        _ = flag
        for signal in [SIGINT, SIGTERM] { handle(signal) { SignalWatch.arrived($0) } }
        handle(SIGALRM) { _ in _exit(ExitStatus.terminated.rawValue) }
        for signal in [SIGPIPE, SIGXFSZ] { ignore(signal) }
    }

    /// Has SIGHUP ask for what can be renewed, as rules, in place of ending the process. For commands that go on and on.
    package static func watchForRenewal() {
        handle(SIGHUP, flags: SA_RESTART) { _ in SignalWatch.renewed() }
    }

    private static func renewed() {
        let saved = errno
        flag.renewal.receive()
        errno = saved
    }

    private static func arrived(_ signal: Int32) {
        let saved = errno
        switch flag.receive(signal) {
        case .exitAtOnce: _exit(128 + signal)
        case .stop: if signal == SIGTERM { alarm(terminationSeconds) }
        }
        errno = saved
    }

    /// Without SA_RESTART among the flags, so that a call that waits comes back and the flag is seen.
    private static func handle(
        _ signal: Int32, flags: Int32 = 0, _ handler: @escaping @convention(c) (Int32) -> Void
    ) {
        var action = sigaction()
        action.sa_flags = flags
        action.__sigaction_handler.sa_handler = handler
        _ = sigaction(signal, &action, nil)
        // Whoever started the process may have blocked it, as threads of a pool do.
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, signal)
        _ = pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    }

    private static func ignore(_ number: Int32) {
        _ = signal(number, SIG_IGN)
    }
}
