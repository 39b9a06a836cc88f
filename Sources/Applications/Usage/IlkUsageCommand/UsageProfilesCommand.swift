import IlkStore
import IlkConsole
import ArgumentParser
import IlkUsage
import IlkVocabulary

/// Lists, adds, renames and deletes caregivers, and sets the active one.
struct UsageProfilesCommand: StoreCommand, ShowingArguments {
    static let help = CommandText(
        "profiles",
        abstract: "List, add and rename caregivers, and set the current one.",
        discussion: """
            A caregiver is a person who supports the user of the app, such as a parent or a therapist. New \
            taps and phrases are recorded with the current caregiver.
            """,
        examples: [
            "Add a caregiver": "ilk usage profiles --add mom --role parent",
            "Set the current caregiver": "ilk usage profiles --use mom",
            "Unset the current caregiver": "ilk usage profiles --none",
            "Rename a caregiver": "ilk usage profiles --rename mom --to mother",
            "List the caregivers": "ilk usage profiles --format json",
        ])

    @Option("Add a caregiver with this name.", value: "name")
    var add: String?

    @Option("Role of the caregiver: parent, ABA therapist, OT.", value: "role")
    var role: String?

    @Option("Caregiver to change; requires --to, --role or both.", value: "name")
    var rename: String?

    @Option("With --rename: the new name of the caregiver.", value: "name")
    var to: String?

    @Option("Set the current caregiver.", value: "name")
    var use: String?

    @Flag(help: "Unset the current caregiver.")
    var none = false

    @Option("Delete this caregiver; their events are kept.", value: "name")
    var remove: String?

    @OptionGroup var erasure: ErasureOptions

    @OptionGroup var shown: ShownOptions<UsageApplication, ResultFormat>

    func validate() throws {
        if [add, rename, use, remove, none ? "" : nil].compactMap({ $0 }).count > 1 {
            throw ValidationError("Use only one of --add, --rename, --use, --none and --remove.")
        }
        if remove == nil, erasure.isGiven {
            throw ValidationError("--yes and --dry-run require --remove.")
        }
        if role != nil, add == nil, rename == nil {
            throw ValidationError("--role requires --add or --rename.")
        }
        if to != nil, rename == nil { throw ValidationError("--to requires --rename.") }
        if rename != nil, to == nil, role == nil {
            throw ValidationError("--rename requires --to, --role or both.")
        }
    }

    var changes: Bool { none || (add ?? rename ?? use ?? remove) != nil }

    func isConfirmed(on console: Console) async throws -> Bool {
        guard let remove else { return true }
        let open = try OpenUsageStore.openForReading(place.settings, console)
        let profile = try await open.caregiver(remove)
        try open.close()
        return try erasure.permission.allows("delete", "the caregiver \(profile.name)", console)
    }

    func run(on open: OpenUsageStore) async throws {
        if let add {
            try await open.store.save(
                .caregiver(CaregiverProfile(id: open.store.nextID(), name: add, role: role)))
        } else if let rename {
            var profile = try await open.caregiver(rename)
            profile.name = to ?? profile.name
            profile.role = role ?? profile.role
            try await open.store.save(.caregiver(profile))
        } else if let use {
            try await open.store.setActiveCaregiver(try await open.caregiver(use).id)
        } else if let remove {
            try await open.store.removeCaregiver(try await open.caregiver(remove).id)
        } else if none {
            try await open.store.setActiveCaregiver(nil)
        }
        try await show(open)
    }

    private func show(_ open: OpenUsageStore) async throws {
        let active = try await open.store.activeCaregiver()
        let profiles = try await open.store.caregivers()
        try open.console.write(
            records: profiles.map { $0.fields(isActive: $0.id == active) }, as: format,
            empty: "No caregivers yet. Add one: --add mom --role parent"
        ) {
            var table = Table([
                .init("id", tone: .faint), .init("name", tone: .strong), .init("role"), .init(""),
            ])
            for profile in profiles {
                table.add([
                    String(profile.id.description.suffix(8)), profile.name, profile.role ?? "",
                    profile.id == active ? "current" : "",
                ])
            }
            return open.console.text(table)
        }
    }
}
