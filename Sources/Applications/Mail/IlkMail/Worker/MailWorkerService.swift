#if Mail
    import FoundationEssentials
    import Glibc

    /// The worker's side of a ``MailWorker``: parses messages from standard input until it ends.
    ///
    /// The process holds no other file, writes none, leaves no core dump, and has limits for memory and processor time.
    public enum MailWorkerService {
        /// The first bytes of a worker's output; a byte follows that is 0 if mail can be parsed.
        static let greeting = Array("ilk mail worker 1\n".utf8)
        /// The address space of a worker. A message of 64 MiB takes less than 1 GiB.
        private static let mostMemory: UInt = 2 << 30
        /// The processor time for one chunk of messages, in seconds.
        private static let mostSeconds: UInt = 60

        /// Parses messages until standard input ends, and ends the process.
        public static func run() -> Never {
            run { _ in }
        }

        /// Parses messages until standard input ends, and ends the process.
        ///
        /// - Parameter before: Called with each message before it is parsed. A test crashes or hangs here.
        package static func run(before: (UnsafeRawBufferPointer) -> Void) -> Never {
            // Files of a host that does not close them on exec.
            for descriptor: Int32 in 3..<1024 { close(descriptor) }
            limit(RLIMIT_CORE, 0)
            limit(RLIMIT_FSIZE, 0)
            limit(RLIMIT_AS, mostMemory)
            guard let parser = try? MailParser() else {  // The greeting says so.
                _ = write(greeting + [1])
                exit(0)
            }
            guard write(greeting + [0]) else { exit(0) }
            let account = UUID()
            while let header = read(4) {
                limitTime()
                let length = header.reversed().reduce(0) { $0 << 8 | Int($1) }
                guard let chunk = read(length) else { exit(0) }
                var at = 0
                while at + 4 <= chunk.count {
                    let length = chunk[at..<at + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
                    at += 4
                    guard length <= chunk.count - at else { exit(1) }
                    let answer = chunk.withUnsafeBytes {
                        let message = UnsafeRawBufferPointer(rebasing: $0[at..<at + length])
                        before(message)
                        return parser.message(message, account: account).answer
                    }
                    at += length
                    guard write(answer) else { exit(0) }
                }
            }
            exit(0)
        }

        private static func limit(_ resource: __rlimit_resource, _ value: UInt) {
            var limits = rlimit()
            guard getrlimit(__rlimit_resource_t(resource.rawValue), &limits) == 0 else { return }
            limits.rlim_cur = min(value, limits.rlim_max)
            setrlimit(__rlimit_resource_t(resource.rawValue), &limits)
        }

        /// Counts the processor time of a chunk from now on.
        private static func limitTime() {
            var usage = rusage()
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            limit(RLIMIT_CPU, UInt(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + mostSeconds)
        }

        /// Reads so many bytes; `nil` at the end of the input.
        private static func read(_ count: Int) -> [UInt8]? {
            var bytes = [UInt8](repeating: 0, count: count)
            var place = 0
            while place < count {
                let got = bytes.withUnsafeMutableBytes {
                    Glibc.read(0, $0.baseAddress?.advanced(by: place), count - place)
                }
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return nil }
                place += got
            }
            return bytes
        }

        private static func write(_ bytes: [UInt8]) -> Bool {
            var place = 0
            while place < bytes.count {
                let got = bytes.withUnsafeBytes {
                    send(1, $0.baseAddress?.advanced(by: place), bytes.count - place, Int32(MSG_NOSIGNAL))
                }
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return false }
                place += got
            }
            return true
        }
    }
#endif
