import IlkVocabulary
import IlkStore
import IlkConsole
import ArgumentParser
import IlkUsage

/// Lists, adds and renames devices, or gives this installation the identity of a stored device.
struct UsageDevicesCommand: StoreCommand, ShowingArguments {
    static let help = CommandText(
        "devices",
        abstract: "List, name and add devices, or reuse the identity of a device.",
        discussion: """
            --adopt gives this installation the identity of a stored device: its key and its name. Use the \
            option after a reinstallation, or on a copy of another device's store.
            """,
        examples: [
            "Name this device": "ilk usage devices --rename 'home iPad'",
            "Add another device": "ilk usage devices --add \"dad's phone\"",
            "List the devices": "ilk usage devices",
        ])

    @Option("New name of this device.", value: "name")
    var rename: String?

    @Option("Add a device.", value: "name")
    var add: String?

    @Option("With --add or --rename: the account of the device.", value: "account")
    var account: String?

    @Option("Use the identity of this device from now on.", value: "name")
    var adopt: String?

    @OptionGroup var shown: ShownOptions<UsageApplication, ResultFormat>

    func validate() throws {
        if [rename, add, adopt].compactMap({ $0 }).count > 1 {
            throw ValidationError("Use only one of --rename, --add and --adopt.")
        }
        if account != nil, rename == nil, add == nil {
            throw ValidationError("--account requires --add or --rename.")
        }
    }

    var changes: Bool { (rename ?? add ?? adopt) != nil }

    func run(on open: OpenUsageStore) async throws {
        if let rename {
            var device = try await open.store.thisDevice(creatingNamed: rename)
            device.name = rename
            device.accountID = account ?? device.accountID
            try await open.store.save(.device(device))
        } else if let add {
            let device = UsageDevice(
                id: open.store.nextID(), accountID: account, installationID: open.store.nextID().description,
                name: add)
            try await open.store.save(.device(device))
        } else if let adopt {
            try await open.store.adopt(try await open.device(adopt))
        }
        try show(try await open.store.devices(), open)
    }

    private func show(_ devices: [UsageDevice], _ open: OpenUsageStore) throws {
        try open.console.write(
            records: devices.map(\.fields), as: format,
            empty: "No devices yet. Name this one: --rename 'home iPad'"
        ) {
            var table = Table([
                .init("id", tone: .faint), .init("name", tone: .strong), .init("account", dispensability: 1),
            ])
            for device in devices {
                table.add([String(device.id.description.suffix(8)), device.name, device.accountID ?? ""])
            }
            return open.console.text(table)
        }
    }
}
