import IlkConsole
import ArgumentParser
import FoundationEssentials
import IlkSyncStore
import IlkVocabulary

struct TokenListCommand: AsyncParsableCommand, DescribedCommand {
    static let help = CommandText(
        "ls",
        abstract: "List the names, scopes and expiry of the tokens.",
        examples: [
            "Create a token": "ilk token create phone --scope sync",
            "List the tokens": "ilk token ls",
            "List them for a program": "ilk token ls --format ndjson",
        ])

    @Option(help: "The output format.")
    var format: OutputFormat = .text

    @OptionGroup var hub: HubFileOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let tokens = try await HubFile.openExisting(hub.path(console.folders))?.tokens() ?? []
        let now = Date()
        try console.write(
            records: tokens.map { token -> JSONObject in
                [
                    "account": token.accountName, "name": token.name,
                    "scopes": token.scopes.map(\.rawValue).sorted(),
                    "created": TimeText.text(token.created), "expires": token.expires.map(TimeText.text),
                    "isExpired": Self.isExpired(token, now), "lastUsed": token.lastUsed.map(TimeText.text),
                ]
            }, as: format, empty: "No tokens. Create one with: ilk token create NAME --scope sync"
        ) {
            tokens.map { Self.line($0, now) }.joined()
        }
    }

    private static func isExpired(_ token: AccessToken, _ now: Date) -> Bool {
        token.expires.map { $0 <= now } ?? false
    }

    private static func line(_ token: AccessToken, _ now: Date) -> String {
        let scopes = token.scopes.map(\.rawValue).sorted().joined(separator: ",")
        let use = token.lastUsed.map { "used \(TimeText.text($0).prefix(10))" } ?? "never used"
        let verb = isExpired(token, now) ? "expired" : "until"
        let end = token.expires.map { ", \(verb) \(TimeText.text($0).prefix(10))" } ?? ""
        return "\(VisibleText.oneLine(token.accountName))  \(VisibleText.oneLine(token.name))  "
            + "\(scopes); \(use)\(end)\n"
    }
}
