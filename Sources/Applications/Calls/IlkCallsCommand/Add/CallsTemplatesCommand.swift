import IlkCalls
import IlkConsole
import ArgumentParser
import IlkVocabulary

/// Creates, lists, shows and deletes templates of notes.
struct CallsTemplatesCommand: StoreCommand {
    static let help = CommandText(
        "templates",
        abstract: "Create, list, show and delete templates of notes.",
        discussion: "With a name only, prints the text of the template.",
        examples: [
            "Create a template": "ilk calls templates weekly --notes 'Agenda: '",
            "List the templates": "ilk calls templates",
            "Use the template for a call": "ilk calls add Sarah --template weekly 'the move'",
            "Delete the template": "ilk calls templates weekly --remove --yes",
        ])

    @Argument(help: "Name of the template. (default: list all templates)")
    var name: String?

    @Option("Text of the template; - reads the text from standard input.", value: "text")
    var notes: String?

    @Flag(help: "Delete the template.")
    var remove = false

    @OptionGroup var erasure: ErasureOptions

    @OptionGroup var place: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if name == nil && (notes != nil || remove) {
            throw ValidationError("--notes and --remove require the name of a template.")
        }
        if !remove && erasure.isGiven { throw ValidationError("--yes and --dry-run require --remove.") }
        if notes != nil && remove { throw ValidationError("Use either --notes or --remove.") }
    }

    var changes: Bool { notes != nil || remove }

    func isConfirmed(on console: Console) async throws -> Bool {
        guard remove, let name else { return true }
        let open = try OpenCallStore.openForReading(place.settings, console)
        let size = try await open.store.template(name).utf8.count
        try open.close()
        return try erasure.permission.allows(
            "delete", "the template \(name) (\(DecimalText.bytes(size)) of notes)", console)
    }

    func run(on open: OpenCallStore) async throws {
        if let name, changes {
            let text = try notes.map { try CallFields.text($0, open.console) }
            try await open.store.setTemplate(name, to: text)
        } else if let name {
            open.console.output.append(VisibleText.lines(try await open.store.template(name)) + "\n")
        } else {
            var table = Table([.init("template", tone: .strong), .init("notes", minWidth: 8)])
            let templates = try await open.store.templates()
            guard !templates.isEmpty else {
                return open.console.note(
                    "No templates yet. Create one with: ilk calls templates NAME --notes TEXT")
            }
            for template in templates { table.add([template.name, template.notes]) }
            open.console.output.append(table.rendered(open.console.style, within: open.console.columns))
        }
    }
}
