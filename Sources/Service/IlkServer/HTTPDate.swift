#if Server
    import Glibc
    import Synchronization

    /// The header `Date` (RFC 9110), which is written once a second.
    final class HTTPDate: Sendable {
        private let last = Mutex<(second: time_t, text: String)>((0, ""))

        /// The present time.
        var now: String {
            let second = time(nil)
            return last.withLock { last in
                if last.second != second { last = (second, Self.text(second)) }
                return last.text
            }
        }

        private static func text(_ second: time_t) -> String {
            var (second, parts, text) = (second, tm(), [CChar](repeating: 0, count: 40))
            gmtime_r(&second, &parts)
            let count = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
            return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }
#endif
