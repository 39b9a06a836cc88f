import IlkConsole

/// What the examples of the mail commands begin with.
enum MailExamples {
    /// A mailbox of one message, and a store that has it.
    static let beginning: [CommandExample] = {
        var examples = [
            CommandExample(
                "A mailbox",
                #"printf 'From a@x.org Fri Mar  1 10:00:00 2024\nFrom: Ann <a@x.org>\nSubject: Lunch\n\nsee you at 8\n' > mine.mbox"#
            )
        ]
        #if Mail
            examples.append(CommandExample("Take it in", "ilk mail import mine.mbox --mail-file mail.sqlite"))
        #endif
        return examples
    }()
}
