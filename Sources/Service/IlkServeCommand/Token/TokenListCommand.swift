import IlkConsole
import ArgumentParser

struct TokenListCommand: AsyncParsableCommand, DescribedCommand, OutputArguments {
    static let help = CommandText(
        "ls",
        abstract: "List the names, scopes and expiry of the tokens.",
        examples: [
            "Create a token": "ilk token create phone --scope sync",
            "List the tokens": "ilk token ls",
            "List the tokens as NDJSON": "ilk token ls --format ndjson",
        ])

    @OptionGroup var hub: HubFileOptions
    @OptionGroup var output: OutputOptions<OutputFormat>

    func run() async throws {
        let console = Console.standard(display)
        try await HubTokens(path: hub.path(console.folders), console: console).list(as: format)
    }
}
