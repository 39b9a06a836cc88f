import ArgumentParser
import IlkLearning

/// Deletes versions.
struct ModelRemoveCommand: ParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Delete versions: never the one in use.",
        discussion:
            "A number that a version had is not used again, and the history keeps its name. Ends with 77 for "
            + "the one in use and for the one in the program."
    )

    static let examples =
        ModelCommand.preparation + [
            CommandExample(
                "Away with it", "ilk model rm 1.0.0 --taxonomy weather --why 'has a bad source in it'")
        ]

    @Argument(help: "The versions.")
    var versions: [String]

    @OptionGroup var signing: SignatureOptions
    @OptionGroup var registry: RegistryOptions
    @OptionGroup var display: DisplayOptions

    func run() throws {
        let console = Console.standard(display)
        let registry = registry.registry(console)
        // A name that is wrong is told before anything is gone.
        for name in try versions.map({ try registry.find($0) }) {
            try registry.remove(name, signing.signature(console))
            console.note("version \(name) is removed")
        }
    }
}
