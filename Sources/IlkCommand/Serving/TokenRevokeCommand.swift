import ArgumentParser
import IlkSyncStore

/// Ends a token.
struct TokenRevokeCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "End a token at once.",
        discussion: "The account's records stay.")

    static let examples = [
        CommandExample("A token", "ilk token create phone --scope sync"),
        CommandExample("It was lost", "ilk token revoke phone"),
    ]

    @Argument(help: "What the token is called.")
    var name: String

    @Option(help: "Whose it is.")
    var account = "default"

    @OptionGroup var hub: HubFileOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        guard try await hub.open(console).removeToken(of: account, name: name) else {
            throw CommandFailure(
                .noInput, "the account \(account) has no token of this name", at: name,
                hint: "see what there is with: ilk token ls")
        }
        console.note("the token \(VisibleText.oneLine(name)) is ended")
    }
}
