package import IlkConsole
public import ArgumentParser
import FoundationEssentials
public import IlkSyncStore

extension AccessScope: ExpressibleByArgument {}

package struct TokenCreateCommand: AsyncParsableCommand, DescribedCommand {
    package static let help = CommandText(
        "create",
        abstract: "Create a token and print it once.",
        discussion: """
            Creates the account if it does not exist. A running 'ilk serve' accepts the token immediately. \
            An expired token is refused; 'ilk token ls' lists it until 'ilk token revoke' removes it.
            """,
        examples: [
            "Create a token for a device that syncs": "ilk token create 'home iPad' --scope sync",
            "Create a token for a program, valid for 30 days":
                "ilk token create mailer --scope classify --expires 30d",
            "Create a token for a person who corrects labels":
                "ilk token create reviewer --scope correct --scope classify",
            "Create a token for Prometheus":
                "ilk token create prometheus --scope metrics --expires 2099-12-31",
        ])

    /// The longest validity, in seconds: a hundred years of 365 days.
    private static let longest = 36_500.0 * 86_400

    @Argument(help: "Name of the token, unique in its account.")
    package var name: String

    @Option(help: ArgumentHelp("Permission of the token, such as sync. Repeatable.", valueName: "scope"))
    package var scope: [AccessScope]

    @Option(help: "Account of the token.")
    package var account = HubStore.defaultAccount

    @Option(
        "Expiry: 12h, 30d, 2027-06-30 (UTC). (default: never)", value: "time",
        form: "a time, such as 12h, 30d or 2027-06-30")
    package var expires: LogTimeArgument?

    @Option(
        help: ArgumentHelp("Expiry, in days.", visibility: .hidden),
        transform: { try Int.parsed($0, form: "an integer from 1 to 36500") })
    package var days: Int?

    @OptionGroup package var hub: HubFileOptions
    @OptionGroup package var display: DisplayOptions

    package func validate() throws {
        for (place, text) in [("<name>", name), ("--account", account)] where text.isEmpty {
            throw ValidationError.invalid(place, text, expected: "at least one character")
        }
        if !AccessToken.isName(name) {
            throw ValidationError.invalid("<name>", name, expected: AccessToken.nameForm)
        }
        if scope.isEmpty {
            let scopes = AccessScope.allCases.map(\.rawValue)
            throw ValidationError("Specify --scope: \(scopes.joined(separator: ", ")).")
        }
        if days != nil && expires != nil { throw ValidationError("Use --expires or --days, not both.") }
        if let days, !(1...36_500).contains(days) {
            throw ValidationError.invalid("--days", days, expected: "an integer from 1 to 36500")
        }
        let now = Date.now
        if let end = end(now), !(1...Self.longest).contains(end.timeIntervalSince(now)) {
            throw ValidationError.invalid(
                "--expires", expires?.description ?? "", expected: "a time in the next 100 years")
        }
    }

    /// Returns the time of expiry. A duration counts from `now`.
    private func end(_ now: Date) -> Date? {
        if let days { return now.addingTimeInterval(Double(days) * 86_400) }
        guard let expires else { return nil }
        return expires.age.map { now.addingTimeInterval($0) } ?? expires.date(now: now)
    }

    package func run() async throws {
        let console = Console.standard(display)
        try await HubTokens(path: hub.path(console.folders), console: console).create(
            name, account: account, scopes: Set(scope), expires: end(.now))
    }

    package init() {}
}
