import ArgumentParser

/// How things look, and how much is said beside the data.
struct DisplayOptions: ParsableArguments {
    @Option(help: "When to use colours.")
    var color: ColorChoice = .auto

    @Flag(name: .shortAndLong, help: "Nothing on standard error but failures.")
    var quiet = false
}
