#if Mail
    import FoundationEssentials
    import Glibc
    import IlkStore
    import IlkVocabulary

    /// Reads files in batches, ahead of the writer: finds the messages and distributes them to several
    /// parsers.
    actor MailReaderStage {
        enum Source {
            case mailbox(MailboxReader)
            /// A Maildir, and the index of its next file.
            case maildir(MaildirReader, next: Int = 0)
        }

        /// The sizes in bytes at which the first batch and the largest batch end. A batch also ends after one
        /// message for each KiB of its size, for example after 256 messages for 256 KiB. The first batch is
        /// small, so that writing begins early. Each further batch is 1.5 times as large as the previous
        /// batch, because each batch adds a segment to the search indexes.
        private static let (firstBatch, largestBatch) = (1 << 18, 1 << 23)
        /// The number of bytes before an offset that ``digest(of:before:)`` reads.
        private static let digested = 4096
        /// The number of parsers. One core remains for the writer, which is about as busy as two parsers.
        private static let workers = max(1, min(3, ProcessInfo.processInfo.activeProcessorCount - 1))

        /// The size of the mailbox in bytes, or the number of messages of the Maildir.
        nonisolated let size: Int
        private let isMailbox: Bool
        private let path: String
        private let parsings: [MailParserStage]
        private var source: Source
        private var refusals: [MailImportReport.Remark] = []
        private var batchBytes = MailReaderStage.firstBatch

        init(
            _ source: Source, of path: String, label: String?, options: MailImportOptions,
            quarantine: [ContentDigest: String] = [:]
        ) throws {
            switch source {
            case .mailbox(let reader): (size, isMailbox) = (reader.size, true)
            case .maildir(let reader, _):
                (size, isMailbox, refusals) = (reader.entries.count, false, reader.errors)
            }
            (self.path, self.source) = (path, source)
            parsings = try (0..<Self.workers).map { _ in
                try MailParserStage(label: label, options: options, quarantine: quarantine)
            }
        }

        /// Returns the next batch, or `nil` at the end. Calls must not overlap.
        func next() async throws -> MailBatch? {
            var batch = MailBatch()
            batch.report.malformed = refusals.count
            for refusal in refusals { batch.report.remark(refusal.path, refusal.offset, refusal.reason) }
            refusals = []
            var found: [RawMessage] = []
            while batch.bytes < batchBytes, found.count < batchBytes / 1024, let mail = try nextMail() {
                batch.report.ambiguousLines += mail.ambiguousLines
                batch.bytes += mail.bytes.count
                found.append(mail)
            }
            batch.offset = offset
            batchBytes = min(Self.largestBatch, batchBytes + batchBytes / 2)
            try await parse(found, into: &batch)
            if batch.items.isEmpty, batch.report == MailImportReport() { return nil }
            if isMailbox { batch.digest = try Self.digest(of: path, before: batch.offset) }
            return batch
        }

        private func nextMail() throws -> RawMessage? {
            switch source {
            case .mailbox(let reader): return try reader.next()
            case .maildir(let reader, let next):
                guard next < reader.entries.count else { return nil }
                source = .maildir(reader, next: next + 1)
                return RawMessage(reader.entries[next])
            }
        }

        /// The offset of the next message in the mailbox, or its index in the Maildir.
        private var offset: Int {
            switch source {
            case .mailbox(let reader): reader.offset
            case .maildir(_, let next): next
            }
        }

        /// Divides the messages into groups of about the same size, one for each parser, and joins the
        /// results in the order of the file.
        private func parse(_ found: [RawMessage], into batch: inout MailBatch) async throws {
            let share = batch.bytes / parsings.count + 1
            try await withThrowingTaskGroup(of: (place: Int, part: MailBatch).self) { group in
                var start = 0
                for (place, parsing) in parsings.enumerated() where start < found.count {
                    var (end, bytes) = (start, 0)
                    while end < found.count, bytes < share || place == parsings.count - 1 {
                        bytes += found[end].bytes.count
                        end += 1
                    }
                    let messages = found[start..<end]
                    group.addTask { (place, try await parsing.parse(messages)) }
                    start = end
                }
                var parts = [MailBatch?](repeating: nil, count: parsings.count)
                for try await (place, part) in group { parts[place] = part }
                for case let part? in parts {
                    batch.items += part.items
                    batch.quarantined += part.quarantined
                    batch.released += part.released
                    batch.report.add(part.report)
                }
            }
        }

        /// Returns a digest of the 4,096 bytes before an offset. A different digest shows that the file was
        /// replaced.
        static func digest(of path: String, before offset: Int) throws -> String {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard descriptor >= 0 else { return "" }
            defer { close(descriptor) }
            let start = max(0, offset - digested)
            var bytes = [UInt8](repeating: 0, count: offset - start)
            let got = bytes.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress, $0.count, off_t(start))
            }
            guard got == bytes.count else { return "" }
            return ContentDigest(of: bytes).description
        }
    }
#endif
