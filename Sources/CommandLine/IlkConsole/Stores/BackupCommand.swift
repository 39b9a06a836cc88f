import IlkStore
package import ArgumentParser

/// Copies a store, even while other processes write to it.
package struct BackupCommand<Application: StoreApplication>: AsyncParsableCommand, DescribedCommand {
    package static var help: CommandText {
        CommandText(
            "backup",
            abstract: "Copy \(Application.words.all) to one file.",
            discussion: """
                \(Application.contents) During the copy, other programs can write to the store. The copy is \
                checked before it gets its final name. 'ilk \(Application.name) purge' does not erase the \
                copy.
                """,
            after: Application.setupExamples,
            examples: [
                "Make a backup":
                    "ilk \(Application.name) backup \(Application.name).backup\(Application.exampleFile)"
            ])
    }

    @Argument(
        help: ArgumentHelp("The output file.", valueName: OutputFile.valueName), completion: .file(),
        transform: OutputFile.parsed)
    package var file: OutputFile

    @OptionGroup package var replacing: ReplacingOptions

    @OptionGroup package var place: Application.FileOptions
    @OptionGroup package var display: DisplayOptions

    package func run() async throws {
        let console = Console.standard(display)
        let target = try file.target(
            isForced: replacing.force, inputs: Application.files(place.file, console))
        try target.requireFile()
        try Application.requireStore(place.file, console)
        let open = try OpenStore<Application>.openForReading(place.settings, console)
        try open.store.backUp(to: target.path, replacing: target.isForced)
        try open.close()
        console.note("Backed up to \(target.path).")
    }

    package init() {}
}
