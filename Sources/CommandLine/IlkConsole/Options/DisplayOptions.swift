package import ArgumentParser

/// Color and verbosity.
package struct DisplayOptions: ParsableArguments {
    @Option(help: "When to use colors.")
    package var color: ColorChoice = .auto

    @Flag(name: .shortAndLong, help: "Suppress notes and warnings; still print results and errors.")
    package var quiet = false

    package init() {}
}
