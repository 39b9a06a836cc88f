#if Mail
    import FoundationEssentials
    import Glibc

    /// The service that runs in the process of a ``MailWorker``, and parses messages from standard input.
    ///
    /// The process has no other open files, writes neither files nor core dumps, and limits its memory and
    /// processor time.
    public enum MailWorkerService {
        /// The first bytes of a worker's output. The next byte is 0 if the parser could be loaded, and 1
        /// otherwise.
        static let greeting = Array("ilk mail worker 1\n".utf8)
        /// The limit of the address space in bytes. A message of 64 MiB needs less than 1 GiB.
        private static let mostMemory: UInt = 2 << 30
        /// The limit of processor time for a chunk of messages, in seconds.
        private static let mostSeconds: UInt = 60

        /// Parses messages until standard input ends, then ends the process.
        public static func run() -> Never {
            run { _ in }
        }

        /// Runs the worker. `before` is called with each message before it is parsed; tests use it to
        /// simulate a crash or a hang.
        package static func run(before: (UnsafeRawBufferPointer) -> Void) -> Never {
            // Close files that the parent process did not mark as close-on-exec.
            for descriptor: Int32 in 3..<1024 { close(descriptor) }
            limit(RLIMIT_CORE, 0)
            limit(RLIMIT_FSIZE, 0)
            limit(RLIMIT_AS, mostMemory)
            guard let input = fdopen(0, "r"), let output = fdopen(1, "w") else { exit(1) }
            guard let parser = try? MailParser() else {  // The byte 1 after the greeting reports it.
                _ = write(greeting + [1], to: output)
                exit(0)
            }
            guard write(greeting + [0], to: output) else { exit(0) }
            while let header = read(4, from: input) {
                limitTime()
                guard let chunk = read(header.number(), from: input) else { exit(0) }
                var at = 0
                while at + 4 <= chunk.count {
                    let length: Int = chunk[at..<at + 4].number()
                    at += 4
                    guard length <= chunk.count - at else { exit(1) }
                    let answer = chunk.withUnsafeBytes {
                        let message = UnsafeRawBufferPointer(rebasing: $0[at..<at + length])
                        before(message)
                        return parser.message(message).encoded
                    }
                    at += length
                    guard write(answer, to: output) else { exit(0) }
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

        /// Sets the limit of processor time for the next chunk.
        private static func limitTime() {
            var usage = rusage()
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            limit(RLIMIT_CPU, UInt(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + mostSeconds)
        }

        /// Reads exactly `count` bytes, or returns `nil` at the end of the input.
        private static func read(_ count: Int, from input: UnsafeMutablePointer<FILE>) -> [UInt8]? {
            var bytes = [UInt8](repeating: 0, count: count)
            return fread(&bytes, 1, count, input) == count ? bytes : nil
        }

        private static func write(_ bytes: [UInt8], to output: UnsafeMutablePointer<FILE>) -> Bool {
            fwrite(bytes, 1, bytes.count, output) == bytes.count && fflush(output) == 0
        }
    }
#endif
