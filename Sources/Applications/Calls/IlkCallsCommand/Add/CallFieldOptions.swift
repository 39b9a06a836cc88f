import IlkConsole
import ArgumentParser

/// What is said of a call by options.
struct CallFieldOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "When it was: '2026-11-21 18:30', 18:30, yesterday, or 2h ago. (default: now)", valueName: "time")
    )
    var at: ZonedMoment?

    @Option(help: ArgumentHelp("How long: 20, 20m, 1h 5m.", valueName: "time"))
    var duration: String?

    @Option(help: "How it felt: happy 😊, neutral 😐, sad 😢, frustrated 😤, excited 🤩.")
    var emotion: CallEmotion?

    @Option(help: ArgumentHelp("What was said; - is standard input.", valueName: "text"))
    var notes: String?

    @Option(help: ArgumentHelp("Begin the notes with this template.", valueName: "name"))
    var template: String?

    @Option(
        name: .customLong("tag"),
        help: ArgumentHelp("A word to file it under. May be repeated.", valueName: "word"))
    var tags: [String] = []

    @Option(
        name: .customLong("attach"),
        help: ArgumentHelp(
            "A file or page that belongs to it: its name is kept. May be repeated.", valueName: "name"))
    var attachments: [String] = []
}
