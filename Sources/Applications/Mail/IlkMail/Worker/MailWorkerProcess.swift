#if Mail
    import FoundationEssentials
    import Glibc
    import IlkStore

    /// A running ``MailWorker``. Messages and answers are transferred through one socket.
    final class MailWorkerProcess {
        /// The error if a worker crashes, exceeds the time limit or sends an invalid answer.
        struct WorkerFailure: Error {
            var reason: String
        }

        private let process: pid_t
        private let socket: Int32
        private var buffer: [UInt8] = []
        private var place = 0
        private var hasEnded = false

        init(_ worker: MailWorker) throws {
            var sockets: [Int32] = [-1, -1]
            let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            guard socketpair(AF_UNIX, type, 0, &sockets) == 0 else { throw Self.error(worker, errno) }
            defer { close(sockets[1]) }
            do {
                process = try Self.spawn(worker, sockets[1])
            } catch {
                close(sockets[0])
                throw error
            }
            socket = sockets[0]
            // Reading and writing use `poll` with a time limit instead of blocking.
            _ = fcntl(socket, F_SETFL, O_NONBLOCK)
        }

        deinit {
            if !hasEnded { _ = end(afterPatience: true) }
            close(socket)
        }

        private static func error(_ worker: MailWorker, _ number: Int32) -> StoreError {
            StoreError(
                code: .io, path: worker.executable,
                detail: "cannot start the mail parser: \(String(cString: strerror(number)))")
        }

        private static func spawn(_ worker: MailWorker, _ socket: Int32) throws -> pid_t {
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
            posix_spawn_file_actions_init(&actions)
            posix_spawnattr_init(&attributes)
            defer {
                posix_spawn_file_actions_destroy(&actions)
                posix_spawnattr_destroy(&attributes)
            }
            posix_spawn_file_actions_adddup2(&actions, socket, 0)
            posix_spawn_file_actions_adddup2(&actions, socket, 1)
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
            // The worker gets a separate process group, so that it does not receive signals from the
            // terminal.
            var signals = sigset_t()
            sigfillset(&signals)
            posix_spawnattr_setsigdefault(&attributes, &signals)
            sigemptyset(&signals)
            posix_spawnattr_setsigmask(&attributes, &signals)
            let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
            posix_spawnattr_setflags(&attributes, Int16(flags))
            posix_spawnattr_setpgroup(&attributes, 0)
            var words = ([worker.executable] + worker.arguments).map { strdup($0) } + [nil]
            var environment = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
            defer { for word in words + environment { free(word) } }
            var process: pid_t = 0
            let status = posix_spawn(&process, worker.executable, &actions, &attributes, &words, &environment)
            guard status == 0 else { throw error(worker, status) }
            return process
        }

        /// - Throws: ``WorkerFailure`` if the worker has ended, or if it does not read the bytes within the
        ///   time limit.
        func send(_ bytes: UnsafeRawBufferPointer, timeLimit: Duration) throws {
            let deadline = ContinuousClock.now + timeLimit
            var sent = 0
            while sent < bytes.count {
                let count = Glibc.send(
                    socket, bytes.baseAddress?.advanced(by: sent), bytes.count - sent,
                    Int32(MSG_NOSIGNAL))
                if count > 0 {
                    sent += count
                } else if count < 0, errno == EAGAIN {
                    try wait(POLLOUT, until: deadline, timeLimit)
                } else if count == 0 || errno != EINTR {
                    throw WorkerFailure(reason: end())
                }
            }
        }

        /// Receives exactly `count` bytes. Throws ``WorkerFailure`` if the worker ends or exceeds the time
        /// limit.
        func receive(_ count: Int, timeLimit: Duration) throws -> ArraySlice<UInt8> {
            if place == buffer.count || place > 1 << 20 {
                buffer.removeFirst(place)
                place = 0
            }
            let deadline = ContinuousClock.now + timeLimit
            while buffer.count - place < count {
                let old = buffer.count
                let step = max(1 << 16, count - (old - place))
                buffer.append(contentsOf: repeatElement(0, count: step))
                let got = buffer.withUnsafeMutableBytes {
                    read(socket, $0.baseAddress?.advanced(by: old), step)
                }
                let number = errno
                buffer.removeLast(step - max(0, got))
                if got == 0 || got < 0 && number != EAGAIN && number != EINTR {
                    throw WorkerFailure(reason: end())
                }
                if got < 0, number == EAGAIN { try wait(POLLIN, until: deadline, timeLimit) }
            }
            defer { place += count }
            return buffer[place..<place + count]
        }

        private func wait(_ event: Int32, until deadline: ContinuousClock.Instant, _ timeLimit: Duration)
            throws
        {
            let left = deadline - .now
            guard left > .zero else {
                _ = end(afterPatience: true)
                throw WorkerFailure(reason: "parsing took longer than \(timeLimit.components.seconds) s")
            }
            var poll = pollfd(fd: socket, events: Int16(event), revents: 0)
            _ = Glibc.poll(&poll, 1, Int32(min(left / .milliseconds(1), 1e6).rounded(.up)))
        }

        /// Ends the process. Returns a description of how the process ended, for an error message.
        ///
        /// - Parameter afterPatience: `true` to kill the process at once; `false` to wait up to one second
        ///   for its exit.
        private func end(afterPatience: Bool = false) -> String {
            hasEnded = true
            var status: Int32 = 0
            var found = waitpid(process, &status, WNOHANG)
            for _ in 0..<200 where found == 0 && !afterPatience {
                usleep(5000)
                found = waitpid(process, &status, WNOHANG)
            }
            if found == 0 {
                kill(process, SIGKILL)
                while waitpid(process, &status, 0) < 0, errno == EINTR {}
                return "the parser did not respond"
            }
            guard found == process else { return "the parser ended" }
            let signal = status & 0x7F
            guard signal == 0 else { return "the parser crashed: \(String(cString: strsignal(signal)))" }
            return "the parser ended with status \((status >> 8) & 0xFF)"
        }
    }
#endif
