import Glibc

/// Converts signals of the process into stop requests. A closed reader (SIGPIPE) and an exceeded file size
/// limit (SIGXFSZ) do not end the process; instead, `write` returns an error.
package enum SignalWatch {
    /// The maximum time from a termination request to the end of the process, in seconds. The request
    /// only sets ``flag``. A process that has no free thread to check it would never end without this limit.
    private static let terminationSeconds: UInt32 = 60

    /// The flag that the signals of this process set.
    package static let flag = StopFlag()

    /// Installs the handlers. Call this once, before any input is read.
    package static func install() {
        // Initialize the flag before a handler can run, because initialization is not async-signal-safe.
        _ = flag
        RawTerminal.prepare()
        for signal in [SIGINT, SIGTERM] { handle(signal) { SignalWatch.arrived($0) } }
        handle(SIGALRM) { _ in
            RawTerminal.restoreInHandler()
            _exit(ExitStatus.terminated.rawValue)
        }
        for signal in [SIGPIPE, SIGXFSZ] { ignore(signal) }
    }

    /// Makes SIGHUP request a reload, for example of rules, instead of ending the process. For long-running
    /// commands.
    package static func watchForReload() {
        handle(SIGHUP, flags: SA_RESTART) { _ in SignalWatch.set(SignalWatch.flag.renewal) }
    }

    /// The signals by which a process ends with a core file, as after a crash.
    private static let crashes = [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

    /// Installs the handlers for a full-screen command. SIGWINCH and SIGCONT request a redraw, SIGTSTP
    /// requests a suspension, and SIGHUP requests a stop. A crash first restores the terminal.
    static func watchTerminal() {
        for signal in [SIGWINCH, SIGCONT] {
            handle(signal, flags: SA_RESTART) { _ in SignalWatch.set(SignalWatch.flag.redrawing) }
        }
        handle(SIGTSTP, flags: SA_RESTART) { _ in SignalWatch.set(SignalWatch.flag.suspension) }
        handle(SIGHUP) { _ in SignalWatch.arrived(SIGTERM) }
        for signal in crashes {
            // The default action follows when the handler returns, because the signal is blocked until then.
            handle(signal, flags: Int32(bitPattern: UInt32(SA_RESETHAND))) { signal in
                RawTerminal.restoreInHandler()
                _ = raise(signal)
            }
        }
    }

    /// Suspends the process as if it had no handler for SIGTSTP. Returns when the process is continued.
    static func suspend() {
        _ = signal(SIGTSTP, SIG_DFL)
        _ = raise(SIGTSTP)
        watchTerminal()
    }

    /// Stops handling the signals of ``watchTerminal()``.
    static func ignoreTerminal() {
        for number in [SIGWINCH, SIGCONT, SIGTSTP, SIGHUP] + crashes { _ = signal(number, SIG_DFL) }
    }

    private static func set(_ flag: SignalFlag) {
        let saved = errno
        flag.receive()
        errno = saved
    }

    private static func arrived(_ signal: Int32) {
        let saved = errno
        switch flag.receive(signal) {
        case .exitAtOnce:
            RawTerminal.restoreInHandler()
            _exit(128 + signal)
        case .stop: if signal == SIGTERM { alarm(terminationSeconds) }
        }
        errno = saved
    }

    /// Installs a handler. Without `SA_RESTART`, a blocked system call returns and the flag is read.
    private static func handle(
        _ signal: Int32, flags: Int32 = 0, _ handler: @escaping @convention(c) (Int32) -> Void
    ) {
        var action = sigaction()
        action.sa_flags = flags
        action.__sigaction_handler.sa_handler = handler
        _ = sigaction(signal, &action, nil)
        // The parent process may have blocked the signal, as thread pools do.
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, signal)
        _ = pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    }

    private static func ignore(_ number: Int32) {
        _ = signal(number, SIG_IGN)
    }
}
