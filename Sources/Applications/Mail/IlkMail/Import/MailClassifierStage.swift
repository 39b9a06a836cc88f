#if Mail
    import FoundationEssentials
    import IlkVocabulary

    /// Classifies batches of messages. While the caller writes a batch, the stage already reads the next
    /// batch.
    actor MailClassifierStage {
        private let reading: MailReaderStage
        private let classify: (@Sendable (String) throws -> Verdict)?
        /// The task that reads the next batch.
        private var ahead: Task<MailBatch?, any Error>?

        init(_ reading: MailReaderStage, _ classify: (@Sendable (String) throws -> Verdict)?) {
            self.reading = reading
            self.classify = classify
        }

        /// Returns the next batch with verdicts, or `nil` at the end. Also starts to read the batch after
        /// that one.
        func next() async throws -> MailBatch? {
            guard var batch = try await (ahead ?? readAhead()).value else { return nil }
            ahead = readAhead()
            if let classify { await Self.judge(&batch.items, classify) }
            return batch
        }

        /// The number of messages that are classified concurrently. One core remains for the writer.
        private static let workers = max(1, min(8, ProcessInfo.processInfo.activeProcessorCount - 1))

        private static func judge(
            _ items: inout [MailBatch.Item], _ classify: @escaping @Sendable (String) throws -> Verdict
        ) async {
            let texts = items.map(\.message.row.classifiedText)
            await withTaskGroup(of: [(index: Int, verdict: Verdict?)].self) { group in
                for first in 0..<min(workers, texts.count) {
                    group.addTask {
                        stride(from: first, to: texts.count, by: workers).map { index in
                            (index, try? classify(texts[index]))  // On an error, no verdict.
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
