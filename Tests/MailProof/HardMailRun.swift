#if Mail
    import Foundation
    import IlkMail
    import MailTestSupport
    import TestSupport

    /// Measures the parser with each kind of hard mail in two sizes, one five times the other. The time must
    /// grow linearly and remain below a second.
    struct HardMailRun {
        /// The maximum ratio of the times. Linear time gives 5; caches and page faults account for the rest.
        private static let most = 6.0
        /// The time in seconds below which a measurement is noise.
        private static let noise = 0.004

        func run() throws {
            let parser = try MailParser()
            var failures = 0
            for kind in HardMail.allCases {
                let sizes = (kind.message(100_000), kind.message(500_000))
                let (first, second) = times(parser, sizes)
                let isGood = second <= Self.most * max(first, Self.noise) && second < 1
                let times = String(format: "%.4f s, %.4f s, %.1f times", first, second, second / first)
                print("\(isGood ? "ok " : "NOT") \(kind.rawValue): \(times) (\(sizes.1.count) bytes)")
                if !isGood { failures += 1 }
            }
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            for line in status.split(separator: "\n") where line.hasPrefix("VmHWM") { print(line) }
            if failures > 0 { exit(1) }
        }

        /// Returns the best of seven alternating runs of each size, in processor time of this thread.
        private func times(_ parser: MailParser, _ sizes: ([UInt8], [UInt8])) -> (Double, Double) {
            var (first, second) = (Double.infinity, Double.infinity)
            for _ in 0..<7 {
                first = min(first, time(parser, sizes.0))
                second = min(second, time(parser, sizes.1))
            }
            return (first, second)
        }

        private func time(_ parser: MailParser, _ bytes: [UInt8]) -> Double {
            let start = ThreadTime.seconds
            _ = bytes.withUnsafeBytes { parser.message($0) }
            return ThreadTime.seconds - start
        }
    }
#endif
