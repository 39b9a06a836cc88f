#if Mail
    import FoundationEssentials
    import IlkVocabulary

    /// Has each message classified, behind whoever reads them and ahead of whoever writes them.
    actor MailJudging {
        private let reading: MailReading
        private let classify: (@Sendable (String) throws -> Verdict)?
        /// The batch that is read ahead.
        private var ahead: Task<MailBatch?, any Error>?

        init(_ reading: MailReading, _ classify: (@Sendable (String) throws -> Verdict)?) {
            self.reading = reading
            self.classify = classify
        }

        /// The next messages; nil when there are none. The ones behind them are read from now on.
        func next() async throws -> MailBatch? {
            guard var batch = try await (ahead ?? readAhead()).value else { return nil }
            ahead = readAhead()
            if let classify { await Self.judge(&batch.items, classify) }
            return batch
        }

        /// How many messages are classified at a time: one core is left to whoever writes.
        private static let workers = max(1, min(8, ProcessInfo.processInfo.activeProcessorCount - 1))

        private static func judge(
            _ items: inout [MailBatch.Item], _ classify: @escaping @Sendable (String) throws -> Verdict
        ) async {
            let texts = items.map(\.message.row.classifiedText)
            await withTaskGroup(of: [(index: Int, verdict: Verdict?)].self) { group in
                for first in 0..<min(workers, texts.count) {
                    group.addTask {
                        stride(from: first, to: texts.count, by: workers).map { index in
                            (index, try? classify(texts[index]))  // Mail is taken in without a verdict, too.
                        }
                    }
                }
                for await verdicts in group {
                    for (index, verdict) in verdicts { items[index].verdict = verdict }
                }
            }
        }

        private func readAhead() -> Task<MailBatch?, any Error> {
            Task { [reading] in try await reading.next() }
        }
    }
#endif
