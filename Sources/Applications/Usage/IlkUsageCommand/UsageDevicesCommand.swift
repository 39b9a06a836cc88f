import IlkConsole
import IlkRules
import ArgumentParser
import IlkUsage
import IlkStore
import IlkVocabulary

/// Lists and names devices.
struct UsageDevicesCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List devices, name this one, add others; or say which of them this installation is.",
        discussion: """
            After a new installation, or on a copy of another device's store, --adopt goes on under the device's key and name, \
            with an installation of its own.
            """
    )

    static let examples = [
        CommandExample("Name this one", "ilk usage devices --rename 'home iPad'"),
        CommandExample("Another one", "ilk usage devices --add \"dad's phone\""),
        CommandExample("All of them", "ilk usage devices"),
    ]

    @Option(help: ArgumentHelp("Call this device so.", valueName: "name"))
    var rename: String?

    @Option(help: ArgumentHelp("Add a device.", valueName: "name"))
    var add: String?

    @Option(help: ArgumentHelp("The account that --add or --rename is for.", valueName: "account"))
    var account: String?

    @Option(help: ArgumentHelp("Say that this installation is that device.", valueName: "name"))
    var adopt: String?

    @Option(help: "The shape of the output.")
    var format: ResultFormat = .text

    @OptionGroup var usage: UsageFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if [rename, add, adopt].compactMap({ $0 }).count > 1 {
            throw ValidationError("--rename, --add and --adopt stand alone.")
        }
        if account != nil, rename == nil, add == nil {
            throw ValidationError("--account goes with --add or --rename.")
        }
    }

    private struct Output: Encodable {
        var schema = "ilk.usage.device/1"
        var id: String
        var name: String
        var accountID: String?
        var installationID: String
    }

    func run() async throws {
        let changes = (rename ?? add ?? adopt) != nil
        let book = try changes ? UsageBook.writing(usage, display) : .reading(usage, display)
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
        try book.close()
    }

    private func show(_ devices: [UsageDevice], _ book: UsageBook) throws {
        guard format == .text else {
            return try book.console.write(
                json: devices.map {
                    Output(
                        id: $0.id.description, name: $0.name, accountID: $0.accountID,
                        installationID: $0.installationID)
                })
        }
        guard !devices.isEmpty else {
            return book.console.note("no device has a name yet: --rename 'home iPad'")
        }
        var table = Table([
            .init("id", tone: .faint), .init("name", tone: .strong), .init("account", dispensability: 1),
        ])
        for device in devices {
            table.add([String(device.id.description.suffix(8)), device.name, device.accountID ?? ""])
        }
        book.console.output.append(table.rendered(book.console.style, within: book.console.columns))
    }
}
