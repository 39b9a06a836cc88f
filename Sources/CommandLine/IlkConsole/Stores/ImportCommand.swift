package import ArgumentParser
import IlkStore

/// An application with an import command.
package protocol ImportApplication: StoreApplication {
    associatedtype ImportChoice: ImportChoiceOptions
    associatedtype FileFormat: StoreFileFormat

    static var importText: CommandText { get }
    /// Imports all records of a file.
    ///
    /// - Parameter read: Reads the next block into the array and returns its number of bytes, 0 at the end.
    /// - Throws: `badInput` for an invalid record.
    static func importRecords(
        _ request: ImportRequest<Self>, into open: OpenStore<Self>,
        read: @escaping (inout [UInt8]) throws -> Int
    ) async throws -> RecordImportOutcome
}

package protocol ImportChoiceOptions: ParsableArguments {
    /// The settings of the application's import.
    associatedtype Settings

    /// `true` if the import can skip invalid records.
    var canSkip: Bool { get }
    var settings: Settings { get }
}

extension ImportChoiceOptions {
    package var canSkip: Bool { true }
}

/// The option of imports that can skip records.
package struct SkippingOptions<Application: StoreApplication>: ImportChoiceOptions {
    @Option(
        help: "On an invalid record: skip or stop.")
    package var onError: RecordErrorPolicy = .stop

    package var settings: RecordErrorPolicy { onError }

    package func validate() throws {
        if onError == .emit { throw ValidationError("--on-error takes skip or stop here.") }
    }

    package init() {}
}

/// A file to import with its format and options.
package struct ImportRequest<Application: ImportApplication> {
    package var settings: Application.ImportChoice.Settings
    package var format: Application.FileFormat
    /// The name of the file in messages.
    package var name: String
}

/// Imports records from a file into a store.
package struct ImportCommand<Application: ImportApplication>: AsyncParsableCommand, DescribedCommand {
    package static var help: CommandText { Application.importText }

    @Argument(help: "The input file; - is standard input.", completion: .file())
    package var file: String

    @Option(
        help:
            "The format. (default: by the file name, else \(Application.FileFormat.standard.rawValue))"
    )
    package var format: Application.FileFormat?

    @OptionGroup package var choice: Application.ImportChoice

    @OptionGroup package var place: Application.FileOptions
    @OptionGroup package var display: DisplayOptions

    package func run() async throws {
        let input = InputFile.named([file])[0]
        try await StoreImport<Application>(
            request: ImportRequest(
                settings: choice.settings, format: format ?? .init(path: file) ?? .standard,
                name: input.name),
            input: input, canSkip: choice.canSkip, settings: place.settings, console: .standard(display)
        ).run()
    }

    package init() {}
}

/// An import into a store.
package struct StoreImport<Application: ImportApplication> {
    package let request: ImportRequest<Application>
    package let input: InputFile
    /// `true` if the import can skip invalid records.
    package let canSkip: Bool
    package let settings: StoreSettings
    package let console: Console

    /// Imports the records.
    ///
    /// - Throws: `badInput` for an invalid record, `partlyDone` if records were skipped, and errors of the
    ///   store.
    package func run() async throws {
        let reader = try input.open(stop: console.stop)
        let open = try OpenStore<Application>.openOrCreate(settings, console)
        let outcome = try await Application.importRecords(request, into: open) {
            try reader.read(into: &$0) { () throws(CommandError) in }
        }
        try await (open.store as? any IndexedStore)?.updateIndex { _ in try console.checkStop() }
        try open.close()
        let skipped = canSkip ? ", \(outcome.skipped) skipped" : ""
        console.note(
            "Imported \(DecimalText.counted(outcome.added, "record")), \(outcome.present) already present\(skipped)."
        )
        if outcome.skipped > 0 { throw CommandError(.partlyDone, "") }
    }
}
