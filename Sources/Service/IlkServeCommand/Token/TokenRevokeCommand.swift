import IlkConsole
import IlkSyncStore
import ArgumentParser

struct TokenRevokeCommand: AsyncParsableCommand, DescribedCommand {
    static let help = CommandText(
        "revoke",
        abstract: "Revoke a token immediately.",
        discussion: "Asks for confirmation unless --yes is given. The account's records are kept.",
        examples: [
            "Create a token": "ilk token create phone --scope sync",
            "Revoke it": "ilk token revoke phone --yes",
        ])

    @Argument(help: "Name of the token.")
    var name: String

    @Option(help: "Account of the token.")
    var account = HubStore.defaultAccount

    @OptionGroup var erasure: ErasureOptions
    @OptionGroup var hub: HubFileOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        try await HubTokens(path: hub.path(console.folders), console: console).revoke(
            name, account: account, erasure.permission)
    }
}
