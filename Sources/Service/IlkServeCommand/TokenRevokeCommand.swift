import IlkConsole
import ArgumentParser
import IlkSyncStore

struct TokenRevokeCommand: AsyncParsableCommand, DescribedCommand {
    static let help = CommandText(
        "revoke",
        abstract: "Revoke a token immediately.",
        discussion: "Asks for confirmation; --yes skips the question. The account's records are kept.",
        examples: [
            "Create a token": "ilk token create phone --scope sync",
            "Revoke it": "ilk token revoke phone --yes",
        ])

    @Argument(help: "Name of the token.")
    var name: String

    @Option(help: "Account of the token.")
    var account = "default"

    @OptionGroup var erasure: ErasureOptions
    @OptionGroup var hub: HubFileOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let tokens = try await HubFile.openExisting(hub.path(console.folders))?.tokens() ?? []
        guard tokens.contains(where: { $0.accountName == account && $0.name == name }) else { throw missing }
        let what = "the token \(name) of the account \(account)"
        guard try erasure.permission.allows("revoke", what, console) else { return }
        guard try await HubFile.open(hub.path(console.folders)).removeToken(of: account, name: name) else {
            throw missing
        }
        console.note("Revoked \(what).")
    }

    private var missing: CommandError {
        CommandError(
            .noInput, "the account \(account) has no token of this name", at: name,
            hint: "list the tokens with: ilk token ls")
    }
}
