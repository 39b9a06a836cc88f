#if Mail
    import Foundation
    import GMimeBaseline
    import IlkMail
    import IlkStore

    /// Compares an import with GMime's parsing of the same mailbox, in alternating runs, and with an import
    /// in plain C.
    struct MailSpeed {
        let mailbox: String
        let store: String

        func run() async throws {
            let size = try FileManager.default.attributesOfItem(atPath: mailbox)[.size] as? Int ?? 0
            var (alone, ours, reading, writing): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
            for round in 0..<9 {
                var start = ContinuousClock.now
                let messages = gmime_baseline_parse(mailbox)
                alone.append((ContinuousClock.now - start) / .seconds(1))
                start = .now
                let service = try DatabaseService.open(.file("\(store).\(round)"))
                let report = try await MailImport(into: service).mailbox(mailbox)
                ours.append((ContinuousClock.now - start) / .seconds(1))
                try service.close()
                let floor = try floor("\(store).floor.\(round)")
                reading.append(floor.reading)
                writing.append(floor.writing)
                guard round == 0 else { continue }
                print(
                    "\(messages) messages by GMime, \(report.added + report.present) imported, \(size) bytes")
            }
            let share = median(alone) / median(ours)
            print(
                "GMime alone \(median(alone)) s, import \(median(ours)) s: \((share * 100).rounded()) % of its speed"
            )
            print("in plain C: parsing \(median(reading)) s, writing \(median(writing)) s")
            if share < 0.5 { exit(1) }
        }

        /// Imports the mailbox in plain C into a new store.
        private func floor(_ path: String) throws -> (reading: Double, writing: Double) {
            try DatabaseService.open(.file(path)).close()
            var times = (reading: 0.0, writing: 0.0)
            guard mail_floor_import(mailbox, path, &times.reading, &times.writing) else { exit(1) }
            return times
        }

        private func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }
    }
#endif
