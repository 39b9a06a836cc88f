import ArgumentParser
import IlkCalls
import IlkConsole
import IlkStore

struct CallsSuggestCommand: AsyncParsableCommand, DescribedCommand {
    static let help = CommandText(
        "suggest",
        abstract: "Suggest emotions from the notes of calls that have no emotion.",
        usage: "ilk calls suggest [<call> ...] [--contact <name>] [--since <time>] ...",
        discussion: """
            Specify calls by id or with filters. Calls without notes and calls with a recorded emotion are \
            skipped. The suggestion and its evidence are stored with the call; 'ilk calls show' prints both.

            To record an emotion, use 'ilk calls edit --set-emotion'. 'ilk retrain --from calls' learns only \
            from recorded emotions, never from suggestions. Exits with 1 if no emotion could be suggested.
            """,
        examples: [
            "Record a call": "ilk calls add Sarah 'thank you so much, that was wonderful' --no-suggest",
            "Suggest an emotion": "ilk calls suggest -1",
            "Set the emotion": "ilk calls edit -1 --set-emotion happy",
        ])

    @OptionGroup var calls: CallArguments

    @OptionGroup var choice: CallScopeOptions
    @OptionGroup var place: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws { try calls.check(choice) }

    func run() async throws {
        let open = try OpenCallStore.openOrCreate(place.settings, .standard(display))
        let count = try await open.suggest(for: try await calls.references(choice, in: open))
        try open.close()
        if count == 0 { throw CommandError(.checkFailed, "") }
    }
}

extension OpenCallStore {
    /// Suggests emotions and shows them with their strongest evidence.
    ///
    /// - Returns: The number of suggestions.
    func suggest(for references: [RecordReference]) async throws -> Int {
        var calls: [CallLogEntity] = []
        for reference in references { calls.append(try await store.fetchCallLog(reference)) }
        let suggestions = try await suggestEmotions(for: calls)
        guard !suggestions.isEmpty else {
            console.note("No suggestions.")
            return 0
        }
        let names = try await store.contactNames()
        var table = Table([
            .init("id", tone: .faint), .init("contact", minWidth: 6, tone: .strong), .init("suggested"),
            .init("evidence", minWidth: 8),
        ])
        for call in calls {
            guard let suggestion = suggestions[call.key] else { continue }
            table.add([
                call.shortID, names[call.contactId] ?? "", suggestion.phrase,
                suggestion.evidence.joined(separator: "; "),
            ])
        }
        console.output.append(console.text(table))
        return suggestions.count
    }
}
