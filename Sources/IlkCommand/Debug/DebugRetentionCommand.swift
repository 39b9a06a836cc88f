import ArgumentParser
import FoundationEssentials
import IlkDomains
import IlkStore
import IlkVocabulary

/// The standing rules of what is not kept of debug events.
struct DebugRetentionCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "retention",
        abstract: "Say what is not kept of debug events; ilk debug purge --due takes it.",
        discussion:
            """
            Each rule is of what everything that is said in it holds for. Without anything the rules are shown. A running \
            ilk serve takes what is not kept when it starts and every hour.
            """
    )

    static let examples =
        DebugExamples.beginning + [
            CommandExample(
                "A month of everything", "ilk debug retention --older-than 30d --debug-file debug.sqlite"),
            CommandExample(
                "A day of what is not grave",
                "ilk debug retention --older-than 1d --level-at-most debug --debug-file debug.sqlite"),
            CommandExample("What is not kept", "ilk debug retention --debug-file debug.sqlite"),
            CommandExample("Keep it again", "ilk debug retention --remove 2 --debug-file debug.sqlite"),
            CommandExample("Take what is due", "ilk debug purge --due --yes --debug-file debug.sqlite"),
        ]

    @OptionGroup var debug: DebugFileOptions

    @Option(help: ArgumentHelp("Events of so long ago: 90d, 2w, 1y.", valueName: "time"))
    var olderThan: LogMoment?

    @Option(help: "Events from there.")
    var source: LogSource?

    @Option(help: "Events at most so grave.")
    var levelAtMost: LogLevel?

    @Option(help: ArgumentHelp("All but so many of the last that came.", valueName: "count"))
    var keep: Int?

    @Option(help: ArgumentHelp("Take back the rule of this number in the list.", valueName: "number"))
    var remove: Int?

    @Option(help: "The shape of the list.")
    var format: ResultFormat = .text

    @OptionGroup var display: DisplayOptions

    private var says: Bool { olderThan != nil || source != nil || levelAtMost != nil || keep != nil }

    func validate() throws {
        if remove != nil && says { throw ValidationError("--remove stands alone.") }
        if let olderThan, olderThan.age == nil {
            throw ValidationError("--older-than takes how long ago, as 90d: a day would stand still.")
        }
        if let keep, keep < 0 { throw ValidationError("--keep takes a number from 0.") }
    }

    func run() async throws {
        let console = Console.standard(display)
        let changes = says || remove != nil
        let store = try DebugBook.open(debug, console, access: changes ? .readWrite : .readOnly)
        var rules = try await store.retention()
        if says {
            let rule = DebugRetention(
                age: olderThan?.age, levelAtMost: levelAtMost, source: source, keptEntries: keep)
            if !rules.contains(rule) { rules.append(rule) }
        }
        if let remove {
            guard rules.indices.contains(remove - 1) else {
                throw CommandFailure(
                    .usage, "there is no rule \(remove)", hint: "what there is: ilk debug retention")
            }
            rules.remove(at: remove - 1)
        }
        if changes { try await store.setRetention(rules) }
        if format == .json {
            try console.write(json: rules)
        } else if rules.isEmpty {
            console.note("everything is kept")
        } else {
            for (place, rule) in rules.enumerated() {
                console.output.append("\(place + 1)  \(rule.phrase)\n")
            }
        }
        try console.output.flush()
        try store.close()
    }
}

extension DebugRetention {
    /// In words.
    fileprivate var phrase: String {
        var parts: [String] = []
        if let age {
            let days = age / 86_400
            let text = DecimalText.fixed(days, days == days.rounded() ? 0 : 1)
            parts.append("older than \(text) \(days == 1 ? "day" : "days")")
        }
        if let levelAtMost { parts.append("\(levelAtMost.rawValue) at most") }
        if let source { parts.append("from \(source.rawValue)") }
        if let keptEntries { parts.append("all but the last \(DecimalText.grouped(keptEntries))") }
        return parts.joined(separator: ", ")
    }
}
