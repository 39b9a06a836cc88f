package import IlkConsole
import ArgumentParser

/// Manages the tokens that identify programs to `ilk serve`.
package struct TokenCommand: ParsableCommand, DescribedCommand {
    package static let help = CommandText(
        "token",
        abstract: "Create, list and revoke the tokens of 'ilk serve'.",
        discussion: """
            A token belongs to an account. Its scopes are its permissions. classify: classify texts. \
            debug: send debug events. metrics: read /metrics. sync: sync the account's records. read: \
            read logs, models and other stored data. correct: read, and correct log entries. train: \
            read, train and promote models. admin: everything. A token is printed only when it is \
            created; the server stores only its digest. A token is valid until it expires or is revoked.
            """,
        subcommands: [TokenCreateCommand.self, TokenListCommand.self, TokenRevokeCommand.self],
        after: TokenCreateCommand.help.examples)

    package init() {}
}
