import ArgumentParser

/// The tokens by which programs are known to `ilk serve`.
struct TokenCommand: ParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Make, list and revoke the tokens by which programs are known to ilk serve.",
        discussion: """
            A token belongs to an account and allows what its scopes say: classify (to have texts classified), debug (to \
            hand in debug events), sync (to sync the account's records). It is shown once, when it is made; only its digest \
            is kept.
            """,
        subcommands: [TokenCreateCommand.self, TokenListCommand.self, TokenRevokeCommand.self]
    )

    static let examples = TokenCreateCommand.examples
}
