#if DEBUG
    import IlkDebugStore
    import DebugTestSupport
    import Foundation
    import IlkDebug
    import IlkStore
    import IlkTransport

    /// Sends millions of events through a server that fails half of the calls: `make debug-proof`.
    @main struct DebugProof {
        static func main() async throws {
            let arguments = CommandLine.arguments.dropFirst()
            guard [3, 5].contains(arguments.count), let count = Int(arguments[arguments.startIndex + 1]),
                let seed = UInt64(arguments[arguments.startIndex + 2])
            else {
                print("usage: DebugProof FILE EVENTS SEED [URL TOKEN]; FILE is the store of the server")
                exit(64)
            }
            let store = try DebugLogStore.open(.file(arguments[arguments.startIndex]))
            let before = peakMemory
            var peak = before
            let watch = { (done: Int) in
                peak = peakMemory
                guard done % 1_000_000 == 0 else { return }
                print("\(done) events, peak memory \(peak) KiB")
                // Flush the output, because it is read while the proof runs.
                fflush(nil)
            }
            let start = ContinuousClock.now
            let outcome: DebugLoss.Outcome
            if arguments.count == 5 {
                guard let address = WebAddress(arguments[arguments.startIndex + 3]) else { exit(64) }
                let server = TokenCarrier(
                    WebDebugCarrier(to: address), token: arguments[arguments.startIndex + 4])
                outcome = try await DebugLoss.run(
                    count, seed: seed, over: server, store: store, batch: 500, watch: watch)
            } else {
                outcome = try await inProcess(count, seed, store, watch)
            }
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            print(
                "\(outcome.calls) calls, \(outcome.failed) failed, \(Int(Double(count) / seconds)) events a second"
            )
            print("the client's peak memory grew by \(peak - before) KiB, from \(before) KiB")
            print(
                "accepted \(outcome.counts.accepted), acknowledged \(outcome.counts.acknowledged), stored \(outcome.stored)"
            )
            guard outcome.isInOrder, outcome.stored == count, outcome.counts.acknowledged == count else {
                fail("events are lost, duplicated or out of order")
            }
            if arguments.count == 5, peak - before > 32 << 10 { fail("the client used more than 32 MiB") }
            try await searches(store)
            try store.close()
        }

        /// Prints the violated condition and exits.
        private static func fail(_ what: String) -> Never {
            print("failed: \(what)")
            exit(1)
        }

        private static func inProcess(
            _ count: Int, _ seed: UInt64, _ store: DebugLogStore, _ watch: (Int) -> Void
        ) async throws -> DebugLoss.Outcome {
            let receiver = DebugReceiver(
                store: store, settings: JournalSettings(grouping: .zero, overflow: .suspend),
                timeout: .seconds(600))
            let intake = DebugIntake(into: receiver, now: { DebugLogEntry.nanoseconds(Date()) })
            let outcome = try await DebugLoss.run(
                count, seed: seed, into: intake, store: store, batch: 500, watch: watch)
            await receiver.close()
            return outcome
        }

        /// The peak memory of the process, in KiB.
        private static var peakMemory: Int {
            var usage = rusage()
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            return Int(usage.ru_maxrss)
        }

        /// Measures searches of several kinds over all events.
        private static func searches(_ store: DebugLogStore) async throws {
            try await store.updateIndex()
            let calendar = SearchCalendar(timeZone: .gmt, now: Date())
            let texts = [
                "level>=warn event:API_* payload.status>=500 \"done in\"", "level:error",
                "source:ios level>=warn worker",
                "payload.ms>996", "payload.ms<1", "\"request 4242\"", "event:API_* -level:debug", "absent",
                "payload.status>=500 OR payload.ms>996", "done*", "payload.method:GET level:error source:web",
            ]
            for text in texts {
                let query = try DebugQuery(text, calendar: calendar)
                var times: [Double] = []
                var found = 0
                for _ in 0..<5 {
                    let start = ContinuousClock.now
                    found = try await store.search(query, newest: 20).count
                    times.append((ContinuousClock.now - start) / .milliseconds(1))
                }
                print("\(times.sorted()[2]) ms, worst \(times.max() ?? 0) ms, \(found) found: \(text)")
            }
        }
    }
#else
    @main struct DebugProof {
        static func main() { print("a release build has no logger; run: make debug-proof") }
    }
#endif
