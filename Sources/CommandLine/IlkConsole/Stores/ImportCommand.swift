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
    /// The handling of invalid records, or `nil` if the import is all or nothing.
    var policy: RecordErrorPolicy? { get }
}

/// The option of imports that can skip records.
package struct SkippingOptions<Application: StoreApplication>: ImportChoiceOptions {
    @Option(
        help: "On an invalid record: skip or stop.")
    package var onError: RecordErrorPolicy = .stop

    package var policy: RecordErrorPolicy? { onError }

    package func validate() throws {
        if onError == .emit { throw ValidationError("--on-error takes skip or stop here.") }
    }

    package init() {}
}

/// A file to import with its format and options.
package struct ImportRequest<Application: ImportApplication> {
    package var choice: Application.ImportChoice
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
                choice: choice, format: format ?? .init(path: file) ?? .standard, name: input.name),
            input: input, place: place, console: .standard(display)
        ).run()
    }

    package init() {}
}

/// An import into a store.
package struct StoreImport<Application: ImportApplication> {
    package let request: ImportRequest<Application>
    package let input: InputFile
    package let place: Application.FileOptions
    package let console: Console

    /// Imports the records.
    ///
    /// - Throws: `badInput` for an invalid record, `partlyDone` if records were skipped, and errors of the
    ///   store.
    package func run() async throws {
        let reader = try input.open(stop: console.stop)
        let open = try OpenStore<Application>.openOrCreate(place, console)
        let outcome = try await Application.importRecords(request, into: open) {
            try reader.read(into: &$0) { () throws(CommandError) in }
        }
        try await (open.store as? any IndexedStore)?.updateIndex { _ in try console.checkStop() }
        try open.close()
        let skipped = request.choice.policy == nil ? "" : ", \(outcome.skipped) skipped"
        console.note(
            "Imported \(DecimalText.counted(outcome.added, "record")), \(outcome.present) already present\(skipped)."
        )
        if outcome.skipped > 0 { throw CommandError(.partlyDone, "") }
    }
}
