import ArgumentParser
import IlkCalls
import IlkConsole
import IlkStore

extension CallsApplication: ExportApplication {
    typealias FileFormat = RecordFileFormat

    struct ExportChoice: ExportChoiceOptions {
        @OptionGroup var calls: CallArguments

        @OptionGroup var filter: CallFilterOptions

        @OptionGroup var table: SpreadsheetOptions

        var isGuarded: Bool { table.spreadsheet }

        func validate() throws {
            if !calls.words.isEmpty && !filter.isEmpty {
                throw ValidationError("Name calls, or say which by filters.")
            }
        }
    }

    static let exportText = text(
        "export",
        abstract: "Write calls as JSON lines, CSV or JSON: what ilk calls import takes in is the same again.",
        usage:
            "ilk calls export [<call> ...] [--output <file>] [--format <format>] [--spreadsheet] [--contact <name>] ...",
        discussion: """
            All calls, those that a filter lets through, or those that are named. With --spreadsheet no field of a CSV file \
            is taken for a formula; import takes that back. A file is made for its owner only, and takes its name when it is \
            whole. Deleted calls are not in it.
            """,
        examples: [
            "As JSON lines": "export",
            "For a spreadsheet": "export --spreadsheet --output calls.csv",
            "One call": "export -1 --format json",
        ])

    static func export(
        _ request: ExportRequest<Self>, from open: OpenStore<Self>, to output: OutputWriter
    ) async throws -> Int {
        let choice = request.choice
        var json = CallRecordJSON()
        var writer = RecordWriter(
            request.format, names: CallRecordCSV.names, isGuarded: choice.isGuarded, to: output)
        let write = { (record: CallRecord) in
            try writer.write(json: { json.bytes(record) }, fields: { CallRecordCSV.fields(record) })
        }
        if choice.calls.words.isEmpty {
            try await open.forEachRecord(matching: choice.filter.filter(open), write)
        } else {
            let references = try choice.calls.words.map { try RecordReference($0) }
            for record in try await open.store.records(references) { try write(record) }
        }
        return try writer.end()
    }
}

extension CallsApplication: ImportApplication {
    typealias ImportChoice = SkippingOptions<CallsApplication>

    static let importText = text(
        "import",
        abstract: "Take calls in: what ilk calls export wrote, or lists of your own.",
        discussion: """
            A call needs a contact and calledAt. One without a key gets one, each time anew; one whose key is there already is \
            left as it is, so that a file can be taken twice. Ends with 65 at the first call that cannot be taken; those \
            before it are in the store then, and with 2 when calls were left out.
            """,
        examples: [
            "Write it": "export --output calls.csv",
            "Take it into another file": "import calls.csv --calls-file other.sqlite",
        ])

    static func importRecords(
        _ request: ImportRequest<Self>, into open: OpenStore<Self>,
        read: @escaping (inout [UInt8]) throws -> Int
    ) async throws -> RecordImportOutcome {
        let keys = RecordIDSource()
        return try await RecordImport<CallRecord>(
            format: request.format, policy: request.choice.onError, console: open.console,
            json: { try CallRecordJSON.record($0, newID: keys.next, now: open.now) },
            fields: { names in
                let reader = try CallRecordCSV(names: names)
                return { try reader.record($0, newID: keys.next, now: open.now) }
            },
            insert: open.store.insert
        ).run(name: request.name, read: read)
    }
}
