import IlkConsole
import IlkRules
import ArgumentParser
import IlkUsage
import IlkStore
import IlkVocabulary

/// Lists caregivers, and says who is there.
struct UsageProfilesCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "profiles",
        abstract:
            "List caregivers, add them, and say who is there now: what is recorded from then on is with them."
    )

    static let examples = [
        CommandExample("Somebody", "ilk usage profiles --add mom --role parent"),
        CommandExample("She is there", "ilk usage profiles --use mom"),
        CommandExample("Nobody is", "ilk usage profiles --nobody"),
        CommandExample("Under another name", "ilk usage profiles --rename mom --to mother"),
        CommandExample("All of them", "ilk usage profiles --format json"),
    ]

    @Option(help: ArgumentHelp("Add a caregiver.", valueName: "name"))
    var add: String?

    @Option(help: ArgumentHelp("What they are: parent, ABA therapist, OT.", valueName: "role"))
    var role: String?

    @Option(help: ArgumentHelp("Give a caregiver another name or role.", valueName: "name"))
    var rename: String?

    @Option(help: ArgumentHelp("What they are called from now on.", valueName: "name"))
    var to: String?

    @Option(help: ArgumentHelp("Say who is there now.", valueName: "name"))
    var use: String?

    @Flag(help: "Say that nobody is there now.")
    var nobody = false

    @Option(help: ArgumentHelp("Delete a caregiver. Their events stay.", valueName: "name"))
    var remove: String?

    @OptionGroup var erasure: ErasureOptions

    @Option(help: "The shape of the output.")
    var format: ResultFormat = .text

    @OptionGroup var usage: UsageFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if [add, rename, use, remove, nobody ? "" : nil].compactMap({ $0 }).count > 1 {
            throw ValidationError("--add, --rename, --use, --nobody and --remove stand alone.")
        }
        if remove == nil, erasure.isSaid {
            throw ValidationError("--yes and --dry-run go with --remove.")
        }
        if role != nil, add == nil, rename == nil {
            throw ValidationError("--role goes with --add or --rename.")
        }
        if to != nil, rename == nil { throw ValidationError("--to goes with --rename.") }
        if rename != nil, to == nil, role == nil {
            throw ValidationError("--rename takes --to, --role or both.")
        }
    }

    private struct Output: Encodable {
        var schema = "ilk.usage.caregiver/1"
        var id: String
        var name: String
        var role: String?
        var isThere: Bool
    }

    func run() async throws {
        if let remove {
            let book = try UsageBook.reading(usage, display)
            let profile = try await book.caregiver(remove)
            try book.close()
            guard try erasure.allows("delete", "the caregiver \(profile.name)", book.console) else { return }
        }
        let changes = nobody || (add ?? rename ?? use ?? remove) != nil
        let book = try changes ? UsageBook.writing(usage, display) : .reading(usage, display)
        if let add {
            try await book.store.save(
                .caregiver(CaregiverProfile(id: book.store.nextID(), name: add, role: role)))
        } else if let rename {
            var profile = try await book.caregiver(rename)
            profile.name = to ?? profile.name
            profile.role = role ?? profile.role
            try await book.store.save(.caregiver(profile))
        } else if let use {
            try await book.store.setActiveCaregiver(try await book.caregiver(use).id)
        } else if let remove {
            try await book.store.removeCaregiver(try await book.caregiver(remove).id)
        } else if nobody {
            try await book.store.setActiveCaregiver(nil)
        }
        try await show(book)
        try book.close()
    }

    private func show(_ book: UsageBook) async throws {
        let active = try await book.store.activeCaregiver()
        let profiles = try await book.store.caregivers()
        guard format == .text else {
            return try book.console.write(
                json: profiles.map {
                    Output(id: $0.id.description, name: $0.name, role: $0.role, isThere: $0.id == active)
                })
        }
        guard !profiles.isEmpty else { return book.console.note("no caregiver yet: --add mom --role parent") }
        var table = Table([.init("id", tone: .faint), .init("name", tone: .strong), .init("role"), .init("")])
        for profile in profiles {
            table.add([
                String(profile.id.description.suffix(8)), profile.name, profile.role ?? "",
                profile.id == active ? "there now" : "",
            ])
        }
        book.console.output.append(table.rendered(book.console.style, within: book.console.columns))
    }
}
