import ArgumentParser
import IlkConsole
import IlkMail
import IlkVocabulary

/// Messages and, as the last word, a mail label.
struct MailLabelArguments: ParsableArguments {
    /// All unrecognized words are collected, because `-1` would otherwise be parsed as an option. `validate`
    /// checks the words.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "First the messages, then the label. A message is \(MailApplication.referenceText)",
            valueName: "message> <label"))
    var words: [String] = []

    @OptionGroup var choice: MailChangeOptions
    @OptionGroup var place: MailPlaceOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        try EntryArgument.check(words)
        guard let label = words.last, !label.isEmpty, !label.hasPrefix("-") else {
            throw ValidationError("Specify messages, then a label.")
        }
        guard label.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw ValidationError.invalid("<label>", label, expected: "no control characters")
        }
        try choice.check(words.dropLast())
    }

    /// Changes the messages. A label that no account has is created if `creates` is `true`. Otherwise, an
    /// error is thrown.
    func apply(
        _ change: (String) -> MailChange, creates: Bool, in open: OpenStore<MailApplication>,
        _ phrase: (String, String) -> String
    ) async throws {
        let label = words.last ?? ""
        let shown = VisibleText.oneLine(label)
        let account = try await choice.of.selection(in: open)
        var isNew = false
        if creates {
            isNew = try await !MailStoreAccess.isLabel(label, account: account, of: open.store)
        } else {
            _ = try await MailStoreAccess.folder(label, account: account, of: open.store)
        }
        try await open.apply(
            change(label), to: words.dropLast(), choice, remark: isNew ? "\(shown) is a new label." : nil
        ) {
            phrase($0, shown)
        }
    }
}

/// A command that changes a label of messages.
protocol MailLabelChangingCommand: StoreCommand where Application == MailApplication {
    var arguments: MailLabelArguments { get }
}

extension MailLabelChangingCommand {
    var place: MailPlaceOptions { arguments.place }
    var display: DisplayOptions { arguments.display }

    func open(_ console: Console) async throws -> OpenStore<MailApplication> {
        try .openForWriting(place.settings, console)
    }
}
