#if DEBUG
    import DebugTestSupport
    import Foundation
    import IlkDebug
    import IlkDomains
    import IlkStore

    /// Millions of events through a server that fails half of the calls: `make debug-proof`.
    @main struct DebugProof {
        /// What does not hold.
        struct Broken: Error {
            var what: String
        }

        static func main() async throws {
            let arguments = CommandLine.arguments.dropFirst()
            guard arguments.count >= 3, let count = Int(arguments[arguments.startIndex + 1]),
                let seed = UInt64(arguments[arguments.startIndex + 2])
            else {
                print("usage: DebugProof FILE EVENTS SEED")
                exit(64)
            }
            let path = arguments[arguments.startIndex]
            let store = try DebugLogStore.open(.file(path))
            let receiver = DebugReceiver(
                store: store, settings: JournalSettings(grouping: .zero, overflow: .suspend),
                patience: .seconds(600))
            let intake = DebugIntake(into: receiver, now: { DebugLogEntry.nanoseconds(Date()) })
            let start = ContinuousClock.now
            let outcome = try await DebugLoss.run(count, seed: seed, into: intake, store: store, batch: 500) {
                done in
                if done % 1_000_000 == 0 { print("\(done) events") }
            }
            await receiver.close()
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            print(
                "\(outcome.calls) calls, \(outcome.failed) failed, \(Int(Double(count) / seconds)) events a second"
            )
            print(
                "accepted \(outcome.counts.accepted), acknowledged \(outcome.counts.acknowledged), stored \(outcome.stored)"
            )
            guard outcome.isInOrder, outcome.stored == count, outcome.counts.acknowledged == count else {
                throw Broken(what: "events are lost, doubled or out of order")
            }
            try await searches(store)
            try store.close()
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
