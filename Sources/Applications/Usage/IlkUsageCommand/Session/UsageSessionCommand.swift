import ArgumentParser
import Foundation
import IlkConsole
import IlkStore
import IlkUsage
import IlkVocabulary

/// Lists sessions, edits session notes, and sets the pause that ends a session.
struct UsageSessionCommand: AsyncParsableCommand, DescribedCommand {
    static let help = CommandText(
        "session",
        abstract: "List sessions, set their title and place, and set the pause that ends a session.",
        examples: [
            "Record taps": "ilk usage tap I want cookie",
            "List the sessions": "ilk usage session",
            "Set title and place": "ilk usage session -1 --title 'snack time' --place school",
            "End sessions after a pause of 15 minutes": "ilk usage session --gap 15m",
        ])

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("Session: an id, or -1 (the newest). (default: list all)", valueName: "session"))
    var words: [String] = []

    @Option("Title of the session.", value: "words")
    var title: String?

    @Option("Place of the session.", value: "words")
    var place: String?

    @Option(
        "Pause after which a new session starts: 90s, 15m, 1h.", value: "time",
        form: "a duration, such as 15m")
    var gap: LogTimeArgument?

    @Option(count: "Maximum number of sessions to list.")
    var limit = 20

    @Option(help: "Output format.")
    var format: ResultFormat = .text

    @OptionGroup var usage: UsageFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        try EntryArgument.check(words)
        if words.count > 1 { throw ValidationError("Specify only one session.") }
        if (title != nil || place != nil) && words.isEmpty {
            throw ValidationError("--title and --place require a session.")
        }
        if let gap, gap.age == nil {
            throw ValidationError.invalid("--gap", gap, expected: "a duration, such as 15m")
        }
    }

    func run() async throws {
        let changes = title != nil || place != nil || gap != nil
        let open =
            try changes
            ? OpenUsageStore.openOrCreate(usage.settings, .standard(display))
            : .openForReading(usage.settings, .standard(display))
        if let seconds = gap?.age {
            try await open.store.setSessionGap(seconds)
            open.console.note("Sessions now end after a pause of \(DecimalText.fixed(seconds, 0)) s.")
            if words.isEmpty { return try open.close() }
        }
        var sessions = try await found(open)
        if title != nil || place != nil, let session = sessions.first {
            try await open.store.save(
                .session(
                    UsageSessionNote(
                        id: session.id, title: title ?? session.title, place: place ?? session.place)))
            sessions = try await found(open)
        }
        try await open.show(sessions, as: format)
        try open.close()
    }

    private func found(_ open: OpenUsageStore) async throws -> [UsageSession] {
        guard let word = words.first else { return try await open.store.sessions(limit: limit) }
        let reference = try UsageApplication.reference(word, at: "<session>")
        return [try await open.store.session(reference)]
    }
}

extension UsageSession {
    /// Formats a duration, such as `45s` or `12m3s`.
    static func length(_ seconds: Double) -> String {
        let whole = Int(saturating: seconds.rounded())
        return whole < 60 ? "\(whole)s" : "\(whole / 60)m\(whole % 60)s"
    }
}

extension OpenUsageStore {
    func show(_ sessions: [UsageSession], as format: ResultFormat) async throws {
        let names = Dictionary(
            try await store.devices().map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        try console.write(
            records: sessions.map { $0.fields(device: names[$0.deviceID]) }, as: format,
            empty: "No sessions yet."
        ) {
            console.text(table(sessions, names))
        }
    }

    private func table(_ sessions: [UsageSession], _ names: [RecordID: String]) -> Table {
        var table = Table([
            .init("id", tone: .faint), .init("start", tone: .strong), .init("length", .right),
            .init("symbols", .right), .init("distinct", .right, dispensability: 2), .init("phrases", .right),
            .init("longest", .right, dispensability: 1), .init("device", dispensability: 3),
            .init("title", minWidth: 6),
        ])
        for session in sessions {
            table.add([
                session.shortID, timeline.text(Date(milliseconds: session.start.milliseconds), now: now),
                UsageSession.length(session.duration), "\(session.totalSymbols)", "\(session.uniqueSymbols)",
                "\(session.phrases)", "\(session.longestPhrase)", names[session.deviceID] ?? "",
                [session.title, session.place].compactMap { $0 }.joined(separator: ", "),
            ])
        }
        return table
    }
}
