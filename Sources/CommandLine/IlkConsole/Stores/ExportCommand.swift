package import ArgumentParser
package import IlkStore

/// An application with an export command.
package protocol ExportApplication: StoreApplication {
    /// The options that select records and control the output.
    associatedtype ExportChoice: ExportChoiceOptions
    associatedtype FileFormat: StoreFileFormat

    static var exportText: CommandText { get }
    /// The nouns for the exported records.
    static var exportedWords: StoreNouns { get }
    /// Writes the selected records.
    ///
    /// - Returns: The number of records.
    static func export(
        _ request: ExportRequest<Self>, from open: OpenStore<Self>, to output: OutputWriter
    ) async throws -> Int
}

extension ExportApplication {
    package static var exportedWords: StoreNouns { words }
}

/// The options that select the exported records.
package protocol ExportChoiceOptions: ParsableArguments {
    /// `true` to guard fields against evaluation by a spreadsheet.
    var isGuarded: Bool { get }
}

extension ExportChoiceOptions {
    package var isGuarded: Bool { false }
}

/// The option of exports that support CSV.
package struct SpreadsheetOptions: ParsableArguments {
    @Flag(help: "With CSV: put an apostrophe before formula-like fields.")
    package var spreadsheet = false

    package init() {}
}

/// The options of an export that supports CSV.
package struct FilteredExportChoice<Filter: ParsableArguments>: ExportChoiceOptions {
    @OptionGroup package var filter: Filter

    @OptionGroup package var table: SpreadsheetOptions

    package var isGuarded: Bool { table.spreadsheet }

    package init() {}
}

/// The format of an export or import file.
package protocol StoreFileFormat: ExpressibleByArgument, CaseIterable, RawRepresentable, Sendable
where RawValue == String {
    /// Returns the format for the extension of a file name, or `nil` if it is unknown.
    init?(path: String)
    /// The default without a file name.
    static var standard: Self { get }
    /// The format for spreadsheets, or `nil` if there is none.
    static var table: Self? { get }
}

extension StoreFileFormat {
    /// Returns the record format for the extension of a file name.
    package init?(path: String) {
        guard let format = RecordFileFormat(path: path) else { return nil }
        self.init(rawValue: format.rawValue)
    }

    /// The format of single records, or `nil` if the format is not record by record.
    package var ofRecords: RecordFileFormat? { RecordFileFormat(rawValue: rawValue) }
}

/// A selection of records with an export format.
package struct ExportRequest<Application: ExportApplication> {
    package var choice: Application.ExportChoice
    package var format: Application.FileFormat
}

/// Exports records of a store to a file or to standard output.
package struct ExportCommand<Application: ExportApplication>: AsyncParsableCommand, DescribedCommand {
    package static var help: CommandText { Application.exportText }

    @OptionGroup package var choice: Application.ExportChoice

    @Option(
        help:
            "The format. (default: by the file name, else \(Application.FileFormat.standard.rawValue))"
    )
    package var format: Application.FileFormat?

    @Option(
        name: .shortAndLong, "The output file. (default: standard output)", value: OutputFile.valueName,
        completion: .file())
    package var output: OutputFile?

    @OptionGroup package var replacing: ReplacingOptions

    @OptionGroup package var place: Application.FileOptions
    @OptionGroup package var damage: DamagedStoreOptions
    @OptionGroup package var display: DisplayOptions

    package func run() async throws {
        typealias Format = Application.FileFormat
        let named = format ?? output.flatMap { Format(path: $0.path) }
        let format = named ?? (choice.isGuarded ? Format.table : nil) ?? .standard
        if choice.isGuarded, format.rawValue != Format.table?.rawValue {
            throw CommandError(.usage, "--spreadsheet requires --format csv")
        }
        try await StoreExport<Application>(
            request: ExportRequest(choice: choice, format: format), output: output?.path,
            isForced: replacing.force, place: place, salvages: damage.damaged, console: .standard(display)
        ).run()
    }

    package init() {}
}

/// An export of a store.
package struct StoreExport<Application: ExportApplication> {
    package let request: ExportRequest<Application>
    /// The output file, or `nil` for standard output.
    package let output: String?
    /// `true` if an existing file may be replaced.
    package let isForced: Bool
    package let place: Application.FileOptions
    /// `true` to write the readable rows of a damaged store.
    package let salvages: Bool
    package let console: Console

    /// Exports the records. The store is verified first, so that a user never mistakes a partial export for a
    /// complete one.
    ///
    /// - Throws: Errors of the store and of the output; `badInput` after the readable rows of a damaged
    ///   store.
    package func run() async throws {
        let open = try OpenStore<Application>.openForReading(
            place, console, access: salvages ? .salvage : .readOnly)
        if !salvages { try await open.store.verify() }
        if let output {
            let target = try OutputTarget(
                output, isForced: isForced, inputs: Application.files(place, console))
            let count = try await target.write { try await Application.export(request, from: open, to: $0) }
            console.note("Wrote \(Application.exportedWords.counted(count)) to \(output).")
        } else {
            _ = try await Application.export(request, from: open, to: console.output)
        }
        try open.close()
        if salvages { try await verifyFile() }
    }

    /// Verifies the file itself, not the rows that were salvaged from it.
    private func verifyFile() async throws {
        do {
            let open = try OpenStore<Application>.openForReading(place, console)
            try await open.store.verify()
            try open.close()
        } catch {
            var failure = CommandError(error)
            failure.hint = "the readable rows were written: import them into a new file"
            throw failure
        }
    }
}

extension OpenStore {
    /// Calls a function with each record of an export, in order.
    ///
    /// - Parameters:
    ///   - filter: The selection of records.
    ///   - body: Receives a record. An error ends the export.
    /// - Throws: Errors of the store, errors of `body`, and the signal that stops the command.
    package func forEachRecord(
        matching filter: Application.Records.Filter,
        _ body: (Application.Records.ExportedRecord) throws -> Void
    ) async throws {
        try await store.forEachPage(matching: filter) { records in
            for record in records { try body(record) }
            try console.checkStop()
        }
    }
}
