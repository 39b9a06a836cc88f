#if Mail
    import Foundation
    import IlkMail

    /// A mail parser that crashes or hangs on certain messages, for tests of the import.
    enum MailCrash {
        /// Parses mail. A message with `crash` kills the process, and one with `hang` takes an hour.
        static func run() -> Never {
            MailWorkerService.run { message in
                let text = String(decoding: message, as: UTF8.self)
                if text.contains("\ncrash\n") { UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1 }
                if text.contains("\nhang\n") { sleep(3600) }
                if text.contains("\nleave\n") { exit(3) }
                if text.contains("\nbabble\n") { write(1, "xxxxxxxxx", 9) }
            }
        }
    }
#endif
