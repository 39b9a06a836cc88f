import IlkStore
import IlkConsole
import ArgumentParser
import IlkUsage
import IlkVocabulary

/// Lists, adds, renames and deletes caregivers, and sets the active one.
struct UsageProfilesCommand: AsyncParsableCommand, DescribedCommand, ShowingArguments {
    static let help = CommandText(
        "profiles",
        abstract:
            "List caregivers, add them, and say who is there now: what is recorded from then on is with them.",
        examples: [
            "Somebody": "ilk usage profiles --add mom --role parent",
            "She is there": "ilk usage profiles --use mom",
            "Nobody is": "ilk usage profiles --nobody",
            "Under another name": "ilk usage profiles --rename mom --to mother",
            "All of them": "ilk usage profiles --format json",
        ])

    @Option("Add a caregiver.", value: "name")
    var add: String?

    @Option("What they are: parent, ABA therapist, OT.", value: "role")
    var role: String?

    @Option("Give a caregiver another name or role.", value: "name")
    var rename: String?

    @Option("What they are called from now on.", value: "name")
    var to: String?

    @Option("Say who is there now.", value: "name")
    var use: String?

    @Flag(help: "Say that nobody is there now.")
    var nobody = false

    @Option("Delete a caregiver. Their events stay.", value: "name")
    var remove: String?

    @OptionGroup var erasure: ErasureOptions

    @OptionGroup var shown: ShownOptions<UsageApplication, ResultFormat>

    func validate() throws {
        if [add, rename, use, remove, nobody ? "" : nil].compactMap({ $0 }).count > 1 {
            throw ValidationError("--add, --rename, --use, --nobody and --remove stand alone.")
        }
        if remove == nil, erasure.isGiven {
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

    func run() async throws {
        if let remove {
            let book = try OpenUsageStore.openForReading(place, .standard(display))
            let profile = try await book.caregiver(remove)
            try book.close()
            guard try erasure.permission.allows("delete", "the caregiver \(profile.name)", book.console)
            else { return }
        }
        let changes = nobody || (add ?? rename ?? use ?? remove) != nil
        let book =
            try changes
            ? OpenUsageStore.openOrCreate(place, .standard(display))
            : .openForReading(place, .standard(display))
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

    private func show(_ book: OpenUsageStore) async throws {
        let active = try await book.store.activeCaregiver()
        let profiles = try await book.store.caregivers()
        try book.console.write(
            records: profiles.map { profile -> JSONObject in
                [
                    "schema": "ilk.usage.caregiver/1", "id": profile.id.description, "name": profile.name,
                    "role": profile.role, "isThere": profile.id == active,
                ]
            }, as: format, empty: "no caregiver yet: --add mom --role parent"
        ) {
            var table = Table([
                .init("id", tone: .faint), .init("name", tone: .strong), .init("role"), .init(""),
            ])
            for profile in profiles {
                table.add([
                    String(profile.id.description.suffix(8)), profile.name, profile.role ?? "",
                    profile.id == active ? "there now" : "",
                ])
            }
            return book.console.text(table)
        }
    }
}
