package import IlkConsole
import ArgumentParser

/// Manages the tokens that identify programs to `ilk serve`.
package struct TokenCommand: ParsableCommand, DescribedCommand {
    package static let help = CommandText(
        "token",
        abstract: "Create, list and revoke the tokens of 'ilk serve'.",
        discussion: """
            A token belongs to an account and has scopes. classify: classify texts. debug: send debug \
            events. metrics: read /metrics. sync: sync the account's records. read: read logs, models and \
            other stored data. correct: read, and correct log entries. train: read, train and promote \
            models. admin: everything. The token is printed only when it is created; the server stores its \
            digest. It is valid until it is revoked or expires.
            """,
        subcommands: [TokenCreateCommand.self, TokenListCommand.self, TokenRevokeCommand.self],
        after: TokenCreateCommand.help.examples)

    package init() {}
}
