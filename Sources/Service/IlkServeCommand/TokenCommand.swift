package import IlkConsole
import ArgumentParser

/// Manages the tokens that identify programs to `ilk serve`.
package struct TokenCommand: ParsableCommand, DescribedCommand {
    package static let help = CommandText(
        "token",
        abstract: "Make, list and revoke the tokens by which programs are known to ilk serve.",
        discussion: """
            A token belongs to an account and allows what its scopes say: classify (to have texts classified), debug (to \
            send debug events), metrics (to read /metrics), sync (to sync the account's records). It is shown once, when it \
            is created; only its digest is stored. It is valid until it is revoked, or until --expires.
            """,
        subcommands: [TokenCreateCommand.self, TokenListCommand.self, TokenRevokeCommand.self],
        after: TokenCreateCommand.help.examples)

    package init() {}
}
