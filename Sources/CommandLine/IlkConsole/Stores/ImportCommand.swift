package import ArgumentParser
import IlkStore

/// An application with an import command.
package protocol ImportApplication: StoreApplication {
    associatedtype ImportChoice: ImportChoiceOptions = SkippingOptions<Self>
    associatedtype FileFormat: StoreFileFormat = RecordFileFormat

    static var importText: CommandText { get }
    /// Imports all records of a file.
    ///
    /// - Throws: `badInput` for an invalid record.
    static func importRecords(
        _ request: ImportRequest<Self>, into open: OpenStore<Self>
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

/// The option that skips invalid records in an import.
package struct SkippingOptions<Application: StoreApplication>: ImportChoiceOptions {
    @Option(help: "On an invalid record: skip it, or stop the import.")
    package var onError: InputErrorPolicy = .stop

    package var settings: InputErrorPolicy { onError }

    package init() {}
}

/// A file to import with its format and options.
package struct ImportRequest<Application: ImportApplication> {
    package var settings: Application.ImportChoice.Settings
    package var format: Application.FileFormat
    /// The name by which messages refer to the file.
    package var name: String
    /// Reads the next block into the array and returns its number of bytes, 0 at the end.
    package var read: (inout [UInt8]) throws -> Int
}

/// Imports records from a file into a store.
package struct ImportCommand<Application: ImportApplication>: AsyncParsableCommand, DescribedCommand {
    package static var help: CommandText { Application.importText }

    @Argument(help: "The input file; - is standard input.", completion: .file())
    package var file: String

    @OptionGroup package var format: FileFormatOption<Application.FileFormat>

    @OptionGroup package var choice: Application.ImportChoice

    @OptionGroup package var place: Application.FileOptions
    @OptionGroup package var display: DisplayOptions

    package func run() async throws {
        let console = Console.standard(display)
        let input = InputFile.named([file])[0]
        let reader = try input.open(stop: console.stop)
        let request = ImportRequest<Application>(
            settings: choice.settings, format: format.format(of: file) ?? .standard, name: input.name
        ) { try reader.read(into: &$0) { () throws(CommandError) in } }
        let open = try OpenStore<Application>.openOrCreate(place.settings, console)
        try await open.importRecords(request, canSkip: choice.canSkip)
    }

    package init() {}
}

extension OpenStore where Application: ImportApplication {
    /// Imports the records of a file, and closes the store.
    ///
    /// - Parameter canSkip: `true` if the import can skip invalid records.
    /// - Throws: `badInput` for an invalid record, `partlyDone` if records were skipped, and errors of the
    ///   store.
    fileprivate func importRecords(_ request: ImportRequest<Application>, canSkip: Bool) async throws {
        let outcome = try await Application.importRecords(request, into: self)
        try await (store as? any IndexedStore)?.updateIndex { _ in try console.checkStop() }
        try close()
        let skipped = canSkip ? ", \(outcome.skipped) skipped" : ""
        console.note(
            "Imported \(DecimalText.counted(outcome.added, "record")), \(outcome.present) already present\(skipped)."
        )
        if outcome.skipped > 0 { throw CommandError(.partlyDone, "") }
    }
}
