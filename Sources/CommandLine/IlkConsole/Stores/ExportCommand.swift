package import ArgumentParser
package import IlkStore

/// An application with an export command.
package protocol ExportApplication: StoreApplication {
    /// The options that select records and control the output.
    associatedtype ExportChoice: ExportChoiceOptions where ExportChoice.Application == Self
    associatedtype FileFormat: StoreFileFormat = RecordFileFormat

    static var exportText: CommandText { get }
    /// The nouns for the exported records.
    static var exportedWords: StoreNouns { get }
    /// The fields that identify the user of an exported record, as dotted paths. If a record has several of
    /// these fields, the first one counts. An anonymized export drops records that have none of these fields.
    static var userFields: [String] { get }
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
package protocol ExportChoiceOptions: SelectionOptions {
    /// `true` to put an apostrophe before CSV fields that a spreadsheet would run as formulas.
    var isGuarded: Bool { get }
}

extension ExportChoiceOptions {
    package var isGuarded: Bool { false }
}

/// The option `--spreadsheet`, for exports that support CSV.
package struct SpreadsheetOptions: ParsableArguments {
    /// The sentences of the help about spreadsheets and about the output file.
    package static let fileHelp = """
        --spreadsheet puts an apostrophe before CSV fields that a spreadsheet would run as formulas; an \
        import removes the apostrophe. Only the owner can read the file. The file gets its final name when \
        it is complete.
        """

    @Flag(help: "With CSV: put an apostrophe before formula-like fields.")
    package var spreadsheet = false

    package init() {}
}

/// The options of an export that supports CSV.
package struct FilteredExportChoice<Filter: SelectionOptions>: ExportChoiceOptions {
    @OptionGroup package var filter: Filter

    @OptionGroup package var table: SpreadsheetOptions

    package var isGuarded: Bool { table.spreadsheet }

    package func selection(in open: OpenStore<Filter.Application>) async throws -> Filter.Selection {
        try await filter.selection(in: open)
    }

    package init() {}
}

/// The format of an export or import file.
package protocol StoreFileFormat: ExpressibleByArgument, CaseIterable, RawRepresentable, Sendable
where RawValue == String {
    /// Returns the format for the extension of a file name, or `nil` if it is unknown.
    init?(path: String)
    /// The format if neither an option nor a file name determines it.
    static var standard: Self { get }
}

/// The option for the format of an export or import file.
package struct FileFormatOption<Format: StoreFileFormat>: ParsableArguments {
    @Option(help: "The format. (default: from the file name, or \(Format.standard.rawValue))")
    package var format: Format?

    package init() {}

    /// Returns the value of the option or, without the option, the format for the extension of the file name.
    func format(of path: String?) -> Format? { format ?? path.flatMap { Format(path: $0) } }
}

extension StoreFileFormat {
    /// Returns the record format for the extension of a file name.
    package init?(path: String) {
        guard let format = RecordFileFormat(path: path) else { return nil }
        self.init(rawValue: format.rawValue)
    }

    /// The format for spreadsheets, or `nil` if there is none.
    package static var table: Self? { Self(rawValue: RecordFileFormat.csv.rawValue) }

    /// The format of each record, or `nil` if the file does not consist of separate records.
    package var ofRecords: RecordFileFormat? { RecordFileFormat(rawValue: rawValue) }
}

/// A selection of records with an export format.
package struct ExportRequest<Application: ExportApplication> {
    package var selection: Application.ExportChoice.Selection
    package var format: Application.FileFormat
    /// `true` to put an apostrophe before CSV fields that a spreadsheet would run as formulas.
    package var isGuarded: Bool
}

/// Exports records of a store to a file or to standard output.
package struct ExportCommand<Application: ExportApplication>: AsyncParsableCommand, DescribedCommand {
    package static var help: CommandText { Application.exportText }

    @OptionGroup package var choice: Application.ExportChoice

    @OptionGroup package var format: FileFormatOption<Application.FileFormat>

    @Option(
        name: .shortAndLong, "The output file. (default: standard output)", value: OutputFile.valueName,
        completion: .file())
    package var output: OutputFile?

    @Option(count: "Omit values that fewer users than this have.", from: 2, value: "users")
    package var anonymize: Int?

    @OptionGroup package var replacing: ReplacingOptions

    @OptionGroup package var place: Application.FileOptions
    @OptionGroup package var damage: DamagedStoreOptions
    @OptionGroup package var display: DisplayOptions

    package func run() async throws {
        typealias Format = Application.FileFormat
        let implied = anonymize == nil ? nil : Format(rawValue: RecordFileFormat.ndjson.rawValue)
        let format =
            format.format(of: output?.path) ?? (choice.isGuarded ? Format.table : nil) ?? implied ?? .standard
        if choice.isGuarded, format.rawValue != Format.table?.rawValue {
            throw CommandError(.usage, "--spreadsheet requires '--format csv'")
        }
        let console = Console.standard(display)
        if let file = place.file { try Application.requireStore(file, console) }
        let open = try OpenStore<Application>.openForReading(
            place.settings, console, access: damage.damaged ? .salvage : .readOnly)
        let target = try output?.target(
            isForced: replacing.force, inputs: Application.files(place.file, open.console))
        let request = try await ExportRequest<Application>(
            selection: choice.selection(in: open), format: format, isGuarded: choice.isGuarded)
        try await StoreExport(
            open: open, request: request, target: target, salvages: damage.damaged, minimumUsers: anonymize
        ).run()
    }

    package init() {}
}

/// An export of a store.
package struct StoreExport<Application: ExportApplication> {
    /// The store. It is closed after the export.
    package let open: OpenStore<Application>
    package let request: ExportRequest<Application>
    /// The output file, or `nil` for standard output.
    package let target: OutputTarget?
    /// `true` to write the readable rows of a damaged store.
    package let salvages: Bool
    /// The minimum number of users in whose records an exported value must occur, or `nil` to export all
    /// values.
    package let minimumUsers: Int?

    /// Exports the records. The store is verified first, so that a user never mistakes a partial export for a
    /// complete one.
    ///
    /// - Throws: Errors of the store and of the output; `badInput` after the readable rows of a damaged
    ///   store.
    package func run() async throws {
        if !salvages { try await open.store.verify() }
        if let target {
            let (count, remark) = try await target.write { try await export(to: $0) }
            let written = "Wrote \(Application.exportedWords.counted(count)) to \(target.path)."
            open.console.note([written, remark].compactMap(\.self).joined(separator: " "))
        } else {
            let (count, remark) = try await export(to: open.console.output)
            let none = count == 0 ? "No matching \(Application.exportedWords.records)." : nil
            if let note = remark ?? none { open.console.note(note) }
        }
        try open.close()
        if salvages { try await verifyFile() }
    }

    /// Writes the records.
    ///
    /// - Returns: The number of records, and the reason in words if an anonymized export contains no record.
    private func export(to output: OutputWriter) async throws -> (count: Int, remark: String?) {
        guard let minimumUsers else {
            return (try await Application.export(request, from: open, to: output), nil)
        }
        return try await AnonymizedExport(open: open, request: request, minimumUsers: minimumUsers).run(
            to: output)
    }

    /// Verifies the file itself, not the rows that were salvaged from it.
    private func verifyFile() async throws {
        do {
            let file = try OpenStore<Application>.openForReading(open.settings, open.console)
            try await file.store.verify()
            try file.close()
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
