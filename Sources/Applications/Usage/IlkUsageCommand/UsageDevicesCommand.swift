import IlkVocabulary
import IlkStore
import IlkConsole
import ArgumentParser
import IlkUsage

/// Lists, adds, renames and adopts devices.
struct UsageDevicesCommand: StoreCommand, ShowingArguments {
    static let help = CommandText(
        "devices",
        abstract: "List devices, name this one, add others; or say which of them this installation is.",
        discussion: """
            After a new installation, or on a copy of another device's store, --adopt goes on under the device's key and name, \
            with an installation of its own.
            """,
        examples: [
            "Name this one": "ilk usage devices --rename 'home iPad'",
            "Another one": "ilk usage devices --add \"dad's phone\"",
            "All of them": "ilk usage devices",
        ])

    @Option("Call this device so.", value: "name")
    var rename: String?

    @Option("Add a device.", value: "name")
    var add: String?

    @Option("The account that --add or --rename is for.", value: "account")
    var account: String?

    @Option("Say that this installation is that device.", value: "name")
    var adopt: String?

    @OptionGroup var shown: ShownOptions<UsageApplication, ResultFormat>

    func validate() throws {
        if [rename, add, adopt].compactMap({ $0 }).count > 1 {
            throw ValidationError("--rename, --add and --adopt stand alone.")
        }
        if account != nil, rename == nil, add == nil {
            throw ValidationError("--account goes with --add or --rename.")
        }
    }

    var changes: Bool { (rename ?? add ?? adopt) != nil }

    func run(on book: OpenUsageStore) async throws {
        if let rename {
            var device = try await book.store.thisDevice(makingNamed: rename)
            device.name = rename
            device.accountID = account ?? device.accountID
            try await book.store.save(.device(device))
        } else if let add {
            let device = UsageDevice(
                id: book.store.nextID(), accountID: account, installationID: book.store.nextID().description,
                name: add)
            try await book.store.save(.device(device))
        } else if let adopt {
            try await book.store.adopt(try await book.device(adopt))
        }
        try show(try await book.store.devices(), book)
    }

    private func show(_ devices: [UsageDevice], _ book: OpenUsageStore) throws {
        try book.console.write(
            records: devices.map { device -> JSONObject in
                [
                    "schema": "ilk.usage.device/1", "id": device.id.description, "name": device.name,
                    "accountID": device.accountID, "installationID": device.installationID,
                ]
            }, as: format, empty: "no device has a name yet: --rename 'home iPad'"
        ) {
            var table = Table([
                .init("id", tone: .faint), .init("name", tone: .strong), .init("account", dispensability: 1),
            ])
            for device in devices {
                table.add([String(device.id.description.suffix(8)), device.name, device.accountID ?? ""])
            }
            return book.console.text(table)
        }
    }
}
