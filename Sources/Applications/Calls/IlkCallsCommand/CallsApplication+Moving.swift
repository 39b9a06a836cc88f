import ArgumentParser
import IlkCalls
import IlkConsole
import IlkStore

extension CallsApplication: ExportApplication {
    struct ExportChoice: ExportChoiceOptions {
        @OptionGroup var calls: CallArguments

        @OptionGroup var filter: CallFilterOptions

        @OptionGroup var table: SpreadsheetOptions

        var isGuarded: Bool { table.spreadsheet }

        func selection(in open: OpenCallStore) async throws -> CallSelection {
            try await calls.selection(filter, in: open)
        }

        func validate() throws { try calls.check(filter) }
    }

    static let userFields = ["contact"]

    static let exportText = text(
        "export",
        abstract: "Export calls as NDJSON, CSV or JSON.",
        usage:
            "ilk calls export [<call> ...] [--output <file>] [--format <format>] [--spreadsheet] [--contact <name>] ...",
        discussion: """
            Exports the given calls, or the calls that match the filters. By default, exports all calls. \
            Deleted calls are not exported. 'ilk calls import' restores all fields and all corrections from \
            the file.

            \(SpreadsheetOptions.fileHelp)
            """,
        examples: [
            "Export as NDJSON": "export",
            "Export for a spreadsheet": "export --spreadsheet --output calls.csv",
            "Export one call": "export -1 --format json",
        ])

    static func export(
        _ request: ExportRequest<Self>, from open: OpenStore<Self>, to output: OutputWriter
    ) async throws -> Int {
        var json = CallRecordJSON()
        var writer = RecordWriter(
            request.format, names: CallRecord.columnNames, isGuarded: request.isGuarded, to: output)
        let write = { (record: CallRecord) in
            try writer.write(json: { try json.bytes(record) }, fields: { try record.columns() })
        }
        switch request.selection {
        case .matching(let filter): try await open.forEachRecord(matching: filter, write)
        case .records(let references):
            for record in try await open.store.records(references) { try write(record) }
        }
        return try writer.end()
    }
}

extension CallsApplication: ImportApplication {
    static let importText = text(
        "import",
        abstract: "Import calls from an export or from your own lists.",
        discussion: """
            Each call needs the fields 'contact' and 'calledAt' (the start time). Exported calls also have \
            the field 'key'. A second import of a call with a key adds only the corrections that the stored \
            call lacks. A call without a key is added at every import.

            A call is invalid if one of its fields is invalid, or if a stored call has the same key but \
            different content. At the first invalid call, the import stops and exits with 65; the calls \
            before it are stored. With --on-error skip, invalid calls are skipped, and the command exits \
            with 2 if there were any.
            """,
        examples: [
            "Export": "export --output calls.csv",
            "Import into another store": "import calls.csv --calls-file other.sqlite",
        ])

    static func importRecords(
        _ request: ImportRequest<Self>, into open: OpenStore<Self>
    ) async throws -> RecordImportOutcome {
        let keys = RecordIDSource()
        return try await RecordImport<CallRecord>(
            format: request.format, policy: request.settings, console: open.console,
            json: { try CallRecordJSON.record($0, newID: keys.next, now: open.now) },
            fields: { names in
                let reader = try CallRecordCSV(names: names)
                return { try reader.record($0, newID: keys.next, now: open.now) }
            },
            insert: open.store.insert
        ).run(name: request.name, read: request.read)
    }
}
