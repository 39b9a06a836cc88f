#if Mail
    import Dispatch
    import Foundation
    import IlkMail
    import IlkStore
    import Synchronization

    /// The target of the fuzzer. It reads bytes as a mailbox in all variants, parses each message, and
    /// imports the mailbox into a store.
    final class FuzzedMail: Sendable {
        private let path: String
        private let account = UUID()
        private let service: DatabaseService
        private let taken = Mutex(0)

        init() throws {
            path = NSTemporaryDirectory() + "ilk-mail-fuzz-\(ProcessInfo.processInfo.processIdentifier).mbox"
            service = try DatabaseService.open(.memory)
        }

        /// Runs all checks on an input. A failed check ends the program.
        func parse(_ bytes: UnsafeBufferPointer<UInt8>) {
            do {
                try Data(buffer: bytes).write(to: URL(fileURLWithPath: path))
                for variant in MailboxVariant.allCases { try read(variant) }
                wait { try await self.importAll() }
            } catch {
                preconditionFailure("parsing failed: \(error)")
            }
        }

        private func read(_ variant: MailboxVariant) throws {
            let parser = try MailParser()
            let reader = try MailboxReader(path, variant: variant)
            var last = -1
            while let entry = try reader.next() {
                precondition(entry.offset > last, "offsets increase")
                last = entry.offset
                let message = entry.bytes.withUnsafeBytes { parser.message($0) }
                let email = message.email(of: account)
                precondition(email.references.count <= 200, "at most 200 references")
                precondition((email.bodyText ?? "").utf8.count <= 4 << 20, "at most 4 MiB of text")
                precondition(!email.subject.utf8.contains(0x0A), "a subject is one line")
                precondition(message.isWellFormed, "texts are valid UTF-8")
            }
        }

        /// Imports the mailbox twice and checks that the second import adds nothing. Every 200 inputs it
        /// audits the stored counts and empties the store.
        private func importAll() async throws {
            var options = MailImportOptions()
            options.startsOver = true
            let mail = MailImport(into: service, options: options)
            let first = try await mail.mailbox(path)
            let second = try await mail.mailbox(path)
            precondition(second.added == 0, "a second import adds nothing")
            precondition(second.present == first.added + first.present, "a second import finds all messages")
            let count = taken.withLock { count in
                count += 1
                return count
            }
            guard count % 200 == 0 else { return }
            let drifts = try await MailAudit.mismatches(of: service)
            precondition(drifts.isEmpty, "stored counts equal a recount: \(drifts)")
            for account in try await service.accounts.fetchAll() {
                try await service.accounts.delete(account)
            }
        }

        /// Blocks the fuzzer's thread, which is not one of Swift's thread pool, until the work is done.
        private func wait(_ work: @escaping @Sendable () async throws -> Void) {
            let done = DispatchSemaphore(value: 0)
            Task.detached {
                do { try await work() } catch { preconditionFailure("the import failed: \(error)") }
                done.signal()
            }
            done.wait()
        }
    }
#endif
