#if DEBUG
    import DebugTestSupport
    import Foundation
    import IlkDebug
    import IlkDomains
    import IlkStore
    import IlkTransport

    /// Millions of events through a server that fails half of the calls: `make debug-proof`.
    @main struct DebugProof {
        /// What does not hold.
        struct Broken: Error {
            var what: String
        }

        static func main() async throws {
            let arguments = CommandLine.arguments.dropFirst()
            guard [3, 5].contains(arguments.count), let count = Int(arguments[arguments.startIndex + 1]),
                let seed = UInt64(arguments[arguments.startIndex + 2])
            else {
                print("usage: DebugProof FILE EVENTS SEED [URL TOKEN]; FILE is where the server puts them")
                exit(64)
            }
            let store = try DebugLogStore.open(.file(arguments[arguments.startIndex]))
            let before = peakMemory
            let start = ContinuousClock.now
            let outcome: DebugLoss.Outcome
            if arguments.count == 5 {
                guard let address = WebAddress(arguments[arguments.startIndex + 3]) else { exit(64) }
                let server = Server(
                    carrier: WebDebugCarrier(to: address), token: arguments[arguments.startIndex + 4])
                outcome = try await DebugLoss.run(
                    count, seed: seed, over: server, store: store, batch: 500, watch: tell)
            } else {
                outcome = try await inProcess(count, seed, store)
            }
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            print(
                "\(outcome.calls) calls, \(outcome.failed) failed, \(Int(Double(count) / seconds)) events a second"
            )
            print("peak memory grew by \(peakMemory - before) KiB, from \(before) KiB")
            print(
                "accepted \(outcome.counts.accepted), acknowledged \(outcome.counts.acknowledged), stored \(outcome.stored)"
            )
            guard outcome.isInOrder, outcome.stored == count, outcome.counts.acknowledged == count else {
                throw Broken(what: "events are lost, doubled or out of order")
            }
            if arguments.count == 5, peakMemory - before > 32 << 10 {
                throw Broken(what: "the client took more than 32 MiB")
            }
            try await searches(store)
            try store.close()
        }

        private static func tell(_ done: Int) {
            if done % 1_000_000 == 0 { print("\(done) events, peak memory \(peakMemory) KiB") }
        }

        private static func inProcess(
            _ count: Int, _ seed: UInt64, _ store: DebugLogStore
        ) async throws -> DebugLoss.Outcome {
            let receiver = DebugReceiver(
                store: store, settings: JournalSettings(grouping: .zero, overflow: .suspend),
                patience: .seconds(600))
            let intake = DebugIntake(into: receiver, now: { DebugLogEntry.nanoseconds(Date()) })
            let outcome = try await DebugLoss.run(
                count, seed: seed, into: intake, store: store, batch: 500, watch: tell)
            await receiver.close()
            return outcome
        }

        /// The most memory that this process ever had, in KiB.
        private static var peakMemory: Int {
            var usage = rusage()
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            return Int(usage.ru_maxrss)
        }

        /// A server that takes a token.
        private struct Server: DebugLogCarrier {
            let carrier: WebDebugCarrier
            let token: String

            func post(
                _ body: [UInt8], to path: String, headers: [(name: String, value: String)]
            ) async throws -> DebugLogReply {
                try await carrier.post(
                    body, to: path, headers: headers + [(name: "Authorization", value: "Bearer \(token)")])
            }
        }

        /// Searches of all kinds over all of it.
        private static func searches(_ store: DebugLogStore) async throws {
            try await store.catchUp()
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
        static func main() { print("a release build has no logger to prove: make debug-proof") }
    }
#endif
