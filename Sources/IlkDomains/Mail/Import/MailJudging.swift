#if Mail
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
            if let classify {
                for index in batch.items.indices {
                    let text = batch.items[index].message.row.classifiedText
                    batch.items[index].verdict = try? classify(text)  // Mail is taken in without one, too.
                }
            }
            return batch
        }

        private func readAhead() -> Task<MailBatch?, any Error> {
            Task { [reading] in try await reading.next() }
        }
    }
#endif
