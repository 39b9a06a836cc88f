import IlkFraming
import Testing

@testable import IlkConsole
@testable import IlkVerdictConsole

/// Mailboxes of two messages with a broken one between them.
private struct TwoMessages: MailboxReading {
    func read(_ path: String, _ accept: (Int, Result<String, MailboxReadingProblem>) throws -> Void) throws {
        try accept(0, .success("about \(path)"))
        try accept(90, .failure(MailboxReadingProblem(reason: "not a message")))
        try accept(120, .success("again"))
    }
}

@Suite("Readers of labeled texts") struct LabeledInputReaderTests {
    @Test func `a mailbox has its name as label, and its offsets as places`() throws {
        var found: [String] = []
        let settings = LabeledInputSettings(format: .mbox, policy: .skip)
        var reader = LabeledInputReader(settings: settings, console: .silent())
        try LabeledInputReader.$mailboxes.withValue(TwoMessages()) {
            try reader.read(["mail/old.spam.mbox", "ham"]) { record in
                found.append(
                    "\(record.place.words), \(record.ordinal): \(record.line.label) \(record.line.text)")
            }
        }
        #expect(
            found == [
                "mail/old.spam.mbox, 0: old.spam about mail/old.spam.mbox",
                "mail/old.spam.mbox: byte 120, 2: old.spam again", "ham, 3: ham about ham",
                "ham: byte 120, 5: ham again",
            ])
        #expect(reader.count == 6 && reader.skipped == 2)
    }

    @Test func `a build without mail names the build that reads mailboxes`() {
        var reader = LabeledInputReader(settings: LabeledInputSettings(), console: .silent())
        let error = #expect(throws: CommandError.self) { try reader.read(["a.mbox"]) { _ in } }
        #expect(error?.status == .unavailable && error?.place == "a.mbox")
        #expect(error?.hint == "build ilk with all applications: make build")
    }
}
