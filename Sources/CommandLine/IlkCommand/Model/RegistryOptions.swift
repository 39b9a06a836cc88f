import IlkFiles
import ArgumentParser
import FoundationEssentials
import Glibc
import Ilk
import IlkConsole
import IlkLearning
import IlkVocabulary

/// The taxonomy of the models, color and verbosity.
struct RegistryOptions: ParsableArguments {
    @Option("Use the models of this taxonomy.", value: "name")
    var taxonomy = "doctype"

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if !LabelSet.isName(taxonomy) {
            throw ValidationError.invalid(
                "--taxonomy", taxonomy, expected: "letters, digits, hyphens and underscores")
        }
    }

    /// Returns the user's registry and the console of this process.
    ///
    /// - Throws: `IlkError` if neither a taxonomy nor a registry has the name. The hint lists at most 20
    ///   known names.
    func open() throws -> (ModelRegistry, Console) {
        let console = Console.standard(display)
        let catalog = LabelSetCatalog(folders: console.folders)
        if let registry = try catalog.registry(taxonomy) { return (registry, console) }
        // This throws the error for an unknown taxonomy.
        _ = try catalog.find(taxonomy)
        return (ModelRegistry(folder: console.folders.models, taxonomy: taxonomy), console)
    }
}

/// The output format, the taxonomy of the models, color and verbosity.
struct ShownRegistryOptions: ParsableArguments {
    @Option(help: "The output format.")
    var format: OutputFormat = .text

    @OptionGroup var registry: RegistryOptions
}

/// The author of a change and the reason.
struct SignatureOptions: ParsableArguments {
    @Option("The reason for the change, stored in the history.", value: "text")
    var why: String?

    @Option("The author of the change. (default: your user name)", value: "name")
    var by: String?

    func validate() throws {
        for text in [why, by] {
            if let text, text.utf8.count > 1_000 {
                throw ValidationError("--why and --by accept at most 1,000 bytes.")
            }
        }
    }

    /// Returns the author and the reason of a change, with the current time.
    func signature(_ console: Console) -> ChangeAuthor {
        let name = by ?? console.userName
        return ChangeAuthor(who: name ?? "user \(getuid())", why: why, when: Date())
    }
}

/// The options for the taxonomy of the changed models, and for the author and the reason of the change.
struct SignedRegistryOptions: ParsableArguments {
    @OptionGroup var signing: SignatureOptions
    @OptionGroup var registry: RegistryOptions

    /// Returns the user's registry, the author and the reason of the change with the current time, and the
    /// console of this process.
    ///
    /// - Throws: The errors of ``RegistryOptions/open()``.
    func open() throws -> (ModelRegistry, ChangeAuthor, Console) {
        let (registry, console) = try registry.open()
        return (registry, signing.signature(console), console)
    }
}
