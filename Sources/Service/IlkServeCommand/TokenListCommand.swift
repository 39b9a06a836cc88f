import IlkConsole
import ArgumentParser
import FoundationEssentials
import IlkSyncStore
import IlkVocabulary

/// Lists the tokens.
struct TokenListCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls", abstract: "List the tokens there are, never the tokens themselves.")

    static let examples = [
        CommandExample("A token", "ilk token create phone --scope sync"),
        CommandExample("What there is", "ilk token ls"),
        CommandExample("For a program", "ilk token ls --format ndjson"),
    ]

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var hub: HubFileOptions
    @OptionGroup var display: DisplayOptions

    private struct Record: Encodable {
        var account: String
        var name: String
        var scopes: [String]
        var created: String
        var expires: String?
        var isExpired: Bool
        var lastUsed: String?

        init(_ token: AccessToken, now: Date) {
            account = token.accountName
            name = token.name
            scopes = token.scopes.map(\.rawValue).sorted()
            created = TimeText.text(token.created)
            expires = token.expires.map(TimeText.text)
            isExpired = token.expires.map { $0 <= now } ?? false
            lastUsed = token.lastUsed.map(TimeText.text)
        }

        var line: String {
            let use = lastUsed.map { "used \($0.prefix(10))" } ?? "never used"
            let end = expires.map { ", \(isExpired ? "expired" : "until") \($0.prefix(10))" } ?? ""
            return "\(VisibleText.oneLine(account))  \(VisibleText.oneLine(name))  "
                + "\(scopes.joined(separator: ",")); \(use)\(end)\n"
        }
    }

    func run() async throws {
        let console = Console.standard(display)
        let records = (try await HubFile.openExisting(hub.path(console.folders))?.tokens() ?? []).map {
            Record($0, now: Date())
        }
        switch format {
        case .json: try console.write(json: records)
        case .ndjson: for record in records { try console.write(json: record, isPretty: false) }
        case .text:
            if records.isEmpty { console.note("there is no token yet: ilk token create NAME --scope sync") }
            for record in records { console.output.append(record.line) }
        }
        try console.output.flush()
    }
}
