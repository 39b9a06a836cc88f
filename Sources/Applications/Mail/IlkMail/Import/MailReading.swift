#if Mail
    import FoundationEssentials
    import Glibc
    import IlkStore
    import IlkVocabulary

    /// Reads files into batches, ahead of whoever writes them: finds where messages begin and end, and has them taken apart by
    /// several at a time.
    actor MailReading {
        enum Source {
            case mailbox(MailboxReader)
            /// A Maildir, and the place of its next file.
            case maildir(MaildirReader, next: Int = 0)
        }

        /// After how many bytes, or messages of a kilobyte each, a batch ends. The first one is small, so that whoever writes
        /// begins soon; each next one is half as large again, since writing takes longer than reading and the search
        /// indexes grow by a piece with each.
        private static let (firstBatch, largestBatch) = (1 << 18, 1 << 23)
        /// How much before a place its digest is of.
        private static let digested = 4096
        /// How many take messages apart: one core is left to whoever writes, who takes as long as two of them.
        private static let workers = max(1, min(3, ProcessInfo.processInfo.activeProcessorCount - 1))

        /// The bytes of a mailbox, or the messages of a Maildir.
        nonisolated let size: Int
        private let isMailbox: Bool
        private let path: String
        private let parsings: [MailParsing]
        private var source: Source
        private var refusals: [MailImportReport.Remark] = []
        private var batchBytes = MailReading.firstBatch

        init(
            _ source: Source, of path: String, label: String?, options: MailImportOptions,
            quarantine: [ContentDigest: String] = [:]
        ) throws {
            switch source {
            case .mailbox(let reader): (size, isMailbox) = (reader.size, true)
            case .maildir(let reader, _):
                (size, isMailbox, refusals) = (reader.entries.count, false, reader.refusals)
            }
            (self.path, self.source) = (path, source)
            parsings = try (0..<Self.workers).map { _ in
                try MailParsing(label: label, options: options, quarantine: quarantine)
            }
        }

        /// The next messages; nil when there are none. Not to be called again before it has answered.
        func next() async throws -> MailBatch? {
            var batch = MailBatch()
            batch.report.malformed = refusals.count
            for refusal in refusals { batch.report.remark(refusal.path, refusal.offset, refusal.reason) }
            refusals = []
            var found: [FoundMail] = []
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

        private func nextMail() throws -> FoundMail? {
            switch source {
            case .mailbox(let reader): return try reader.next()
            case .maildir(let reader, let next):
                guard next < reader.entries.count else { return nil }
                source = .maildir(reader, next: next + 1)
                return FoundMail(reader.entries[next])
            }
        }

        /// The first byte of the next message in its mailbox, or its index in its Maildir.
        private var offset: Int {
            switch source {
            case .mailbox(let reader): reader.offset
            case .maildir(_, let next): next
            }
        }

        /// Has each worker take a stretch apart, of as many bytes as the others, and puts together what comes of them in the
        /// order of the file.
        private func parse(_ found: [FoundMail], into batch: inout MailBatch) async throws {
            let share = batch.bytes / parsings.count + 1
            try await withThrowingTaskGroup(of: (place: Int, part: MailBatch).self) { group in
                var start = 0
                for (place, parsing) in parsings.enumerated() where start < found.count {
                    var (end, bytes) = (start, 0)
                    while end < found.count, bytes < share || place == parsings.count - 1 {
                        bytes += found[end].bytes.count
                        end += 1
                    }
                    let stretch = found[start..<end]
                    group.addTask { (place, try await parsing.parse(stretch)) }
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

        /// A digest of what stands before a place of a file: when it has changed, the file is another one.
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
