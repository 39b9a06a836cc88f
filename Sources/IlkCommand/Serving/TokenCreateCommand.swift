import ArgumentParser
import FoundationEssentials
import IlkSyncStore

/// What a token allows, as it is typed.
enum ScopeChoice: String, ExpressibleByArgument, CaseIterable {
    case classify, debug, sync

    var scope: AccessScope {
        switch self {
        case .classify: .classify
        case .debug: .debug
        case .sync: .sync
        }
    }
}

/// Makes a token.
struct TokenCreateCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make a token, and show it this once.",
        discussion:
            "The account is made where there is none of its name. A running ilk serve knows the token at once."
    )

    static let examples = [
        CommandExample("For a device that syncs", "ilk token create 'home iPad' --scope sync"),
        CommandExample("For a program, for a month", "ilk token create mailer --scope classify --days 30"),
    ]

    @Argument(help: "What the token is called; one of each name to an account.")
    var name: String

    @Option(help: ArgumentHelp("What it allows. May be repeated.", valueName: "scope"))
    var scope: [ScopeChoice]

    @Option(help: "Whose it is.")
    var account = "default"

    @Option(help: ArgumentHelp("For how long it is good. (default: until it is revoked)", valueName: "count"))
    var days: Int?

    @OptionGroup var hub: HubFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if name.isEmpty || account.isEmpty { throw ValidationError("A name has at least one character.") }
        if scope.isEmpty { throw ValidationError("Say what it allows: --scope classify, debug or sync.") }
        if let days, !(1...36_500).contains(days) { throw ValidationError("--days takes 1 to 36500.") }
    }

    func run() async throws {
        let console = Console.standard(display)
        let store = try hub.open(console)
        let expires = days.map { Date.now.addingTimeInterval(Double($0) * 86_400) }
        let token: String
        do {
            token = try await store.makeToken(
                for: account, name: name, scopes: Set(scope.map(\.scope)), expires: expires)
        } catch SyncStoreError.nameTaken {
            throw CommandFailure(
                .cannotCreate, "the account \(account) has a token of this name", at: name,
                hint: "use another name, or end that one: ilk token revoke NAME")
        }
        console.note("this is shown once; whoever has it may do what it allows")
        console.output.append(token + "\n")
        try console.output.flush()
    }
}
