package import ArgumentParser

/// Color and verbosity.
package struct DisplayOptions: ParsableArguments {
    @Option(help: "When to use colours.")
    package var color: ColorChoice = .auto

    @Flag(name: .shortAndLong, help: "Nothing on standard error but failures.")
    package var quiet = false

    package init() {}
}
