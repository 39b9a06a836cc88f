import ArgumentParser
import IlkConsole
import IlkMail
import IlkVocabulary

/// The marks that the command can set.
enum MailMark: String, CaseIterable {
    /// The message was read.
    case read
    /// The message was not read.
    case unread
    /// The message is starred.
    case flagged
    /// The message is not starred.
    case unflagged

    var change: MailChange {
        switch self {
        case .read: .read(true)
        case .unread: .read(false)
        case .flagged: .starred(true)
        case .unflagged: .starred(false)
        }
    }
}

struct MailMarkCommand: StoreCommand {
    static let help = MailApplication.text(
        "mark",
        abstract: "Mark messages as read, unread, flagged or unflagged.",
        usage: """
            ilk mail mark read|unread|flagged|unflagged <message> ... [--account <address>]
            ilk mail mark read|unread|flagged|unflagged --match <query> [--account <address>]
            """,
        discussion: """
            A later import of the same file keeps the mark. Exception: if the mark of the message was \
            changed in the file since the last import, the import applies that change.
            """,
        examples: [
            "Mark the newest message as read": "mark read -1",
            "Flag all messages of a sender": "mark flagged --match 'from:ann'",
        ])

    /// All unrecognized words are collected, because `-1` would otherwise be parsed as an option. `validate`
    /// checks the words.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "First the mark, then the messages. A message is \(MailApplication.referenceText)",
            valueName: "mark> <message"))
    var words: [String] = []

    @OptionGroup var choice: MailChangeOptions
    @OptionGroup var place: MailPlaceOptions
    @OptionGroup var display: DisplayOptions

    private var mark: MailMark? { words.first.flatMap { MailMark(rawValue: $0) } }

    func validate() throws {
        try EntryArgument.check(words)
        let marks = MailMark.allCases.map(\.rawValue)
        guard let word = words.first else {
            throw ValidationError("Specify \(Suggestion.list(marks)), followed by one or more messages.")
        }
        guard mark != nil else { throw ValidationError.invalid("<mark>", word, allowed: marks) }
        try choice.check(words.dropFirst())
    }

    func open(_ console: Console) async throws -> OpenStore<MailApplication> {
        try .openForWriting(place.settings, console)
    }

    func run(on open: OpenStore<MailApplication>) async throws {
        guard let mark else { return }
        try await open.apply(mark.change, to: words.dropFirst(), choice) {
            "Marked \($0) as \(mark.rawValue)"
        }
    }
}
