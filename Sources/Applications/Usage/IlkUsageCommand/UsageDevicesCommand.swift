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
            --adopt gives this installation the key and the name of a stored device. Use --adopt after a \
            reinstallation, or on a copy of another device's store.
            """,
        examples: [
            "Name this device": "ilk usage devices --rename 'home iPad'",
            "Add another device": "ilk usage devices --add \"dad's phone\"",
            "List the devices": "ilk usage devices",
        ])

    @Option("New name of this device.", value: "name")
    var rename: String?

    @Option("Add another device with this name.", value: "name")
    var add: String?

    @Option("With --add or --rename: the id of the device's account.", value: "account")
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

    private var change: DeviceChange? {
        if let rename { return .rename(rename, account: account) }
        if let add { return .add(add, account: account) }
        return adopt.map { .adopt($0) }
    }

    func run(on open: OpenUsageStore) async throws {
        try await change?.apply(to: open)
        try DeviceTable(format: format, console: open.console).write(try await open.store.devices())
    }
}

/// A change of the devices of a store.
enum DeviceChange {
    /// Renames this device. Also sets its account if `account` is not `nil`.
    case rename(String, account: String?)
    /// Adds another device.
    case add(String, account: String?)
    /// Gives this installation the identity of the stored device with this name.
    case adopt(String)

    /// Applies the change to the store.
    ///
    /// - Throws: `noInput` if no device has the name, or an error of the store.
    func apply(to open: OpenUsageStore) async throws {
        let store = open.store
        switch self {
        case .rename(let name, let account):
            var device = try await store.thisDevice(creatingNamed: name)
            device.name = name
            device.accountID = account ?? device.accountID
            try await store.save(.device(device))
        case .add(let name, let account):
            let device = UsageDevice(
                id: store.nextID(), accountID: account, installationID: store.nextID().description, name: name
            )
            try await store.save(.device(device))
        case .adopt(let name): try await store.adopt(try await open.device(name))
        }
    }
}

struct DeviceTable {
    var format: ResultFormat
    let console: Console

    /// Writes the devices in the given order.
    func write(_ devices: [UsageDevice]) throws {
        try console.write(
            records: devices.map(\.fields), as: format,
            empty: "No devices yet. Name this device with: --rename 'home iPad'"
        ) {
            var table = Table([
                .init("id", tone: .faint), .init("name", tone: .strong), .init("account", dispensability: 1),
            ])
            for device in devices {
                table.add([String(device.id.description.suffix(8)), device.name, device.accountID ?? ""])
            }
            return console.text(table)
        }
    }
}
