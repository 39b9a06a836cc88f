#if Mail
    import FoundationEssentials
    import Glibc
    import IlkStore
    import IlkVocabulary

    /// Reads files into batches, ahead of whoever writes them: finds where messages begin and end, and has them taken apart by
    /// several at a time.
    actor MailReading {
        private enum Source {
            case mailbox(MailboxReader)
            case maildir([MaildirReader.Entry], next: Int)
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
        nonisolated let label: String?
        nonisolated let isMailbox: Bool
        private let path: String
        private let parsings: [MailParsing]
        private var source: Source
        private var refusals: [MaildirReader.Refusal] = []
        private var batchBytes = MailReading.firstBatch

        init(
            mailbox path: String, from offset: Int, account: UUID, label: String, options: MailImportOptions,
            quarantine: [ContentDigest: String] = [:]
        ) throws {
            let reader = try MailboxReader(path, variant: options.variant, from: offset)
            (self.path, self.label, size, isMailbox) = (path, label, reader.size, true)
            source = .mailbox(reader)
            parsings = try Self.parsings(account, label, options, quarantine)
        }

        init(
            maildir path: String, account: UUID, label: String?, options: MailImportOptions,
            quarantine: [ContentDigest: String] = [:]
        ) throws {
            let reader = MaildirReader(path)
            (self.path, self.label, size, isMailbox) = (path, label, reader.entries.count, false)
            source = .maildir(reader.entries, next: 0)
            refusals = reader.refusals
            parsings = try Self.parsings(account, label, options, quarantine)
        }

        private static func parsings(
            _ account: UUID, _ label: String?, _ options: MailImportOptions,
            _ quarantine: [ContentDigest: String]
        ) throws -> [MailParsing] {
            try (0..<workers).map { _ in
                try MailParsing(account: account, label: label, options: options, quarantine: quarantine)
            }
        }

        /// The next messages; nil when there are none. Not to be called again before it has answered.
        func next() async throws -> MailBatch? {
            var batch = MailBatch()
            for refusal in refusals {
                batch.report.malformed += 1
                batch.report.remark(refusal.path, 0, refusal.reason)
            }
            refusals = []
            var found: [FoundMail] = []
            switch source {
            case .mailbox(let reader): try find(reader, into: &found, &batch)
            case .maildir(let entries, let next):
                let end = find(entries[next...], into: &found, &batch)
                batch.offset = end
                source = .maildir(entries, next: end)
            }
            batchBytes = min(Self.largestBatch, batchBytes + batchBytes / 2)
            try await parse(found, into: &batch)
            if isMailbox, !batch.items.isEmpty || batch.report != MailImportReport() {
                batch.digest = try Self.digest(of: path, before: batch.offset)
            }
            return batch.items.isEmpty && batch.report == MailImportReport() ? nil : batch
        }

        private func find(_ reader: MailboxReader, into found: inout [FoundMail], _ batch: inout MailBatch)
            throws
        {
            while !isFull(batch, found.count), let entry = try reader.next() {
                batch.report.ambiguousLines += entry.ambiguousLines
                batch.bytes += entry.bytes.count
                found.append(FoundMail(entry, path: path))
            }
            batch.offset = reader.offset
        }

        private func find(
            _ entries: ArraySlice<MaildirReader.Entry>, into found: inout [FoundMail],
            _ batch: inout MailBatch
        ) -> Int {
            var index = entries.startIndex
            while index < entries.endIndex, !isFull(batch, found.count) {
                let mail = FoundMail(entries[index])
                index += 1
                batch.bytes += mail.bytes.count
                found.append(mail)
            }
            return index
        }

        private func isFull(_ batch: MailBatch, _ count: Int) -> Bool {
            batch.bytes >= batchBytes || count >= batchBytes / 1024
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
