package import ArgumentParser

/// Color and verbosity.
package struct DisplayOptions: ParsableArguments {
    @Option(help: "When to use colors.")
    package var color: ColorChoice = .auto

    @Flag(name: .shortAndLong, help: "Print only errors to standard error.")
    package var quiet = false

    package init() {}
}
