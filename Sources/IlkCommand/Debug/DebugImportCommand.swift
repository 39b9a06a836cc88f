import ArgumentParser
import Foundation
import Ilk
import IlkDebug
import IlkDomains
import IlkStore

/// Takes debug events in that were written elsewhere.
struct DebugImportCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract:
            "Take debug events in: what ilk debug export wrote, or what an app, a server or a collector did.",
        discussion: """
            An event needs an id, a timestamp, a source and a name (event). One whose id is there already is left as it is, \
            so that a file can be taken twice. One without a level gets one suggested, with what spoke for it. Ends with 65 \
            at the first event that cannot be taken; those before it are in the store then, and with 2 when events were \
            left out.
            """
    )

    static let examples =
        DebugExamples.beginning + [
            CommandExample("Twice is once", "ilk debug import events.ndjson --debug-file debug.sqlite"),
            CommandExample("What is in there", "ilk debug show 4FC964F0 --debug-file debug.sqlite"),
        ]

    @Argument(help: "The file; - is standard input.", completion: .file())
    var file: String

    @OptionGroup var debug: DebugFileOptions

    @Option(help: "The format. (default: what the file's name says, else ndjson)")
    var format: DebugFileFormat?

    @Option(help: "What to do about an event that cannot be taken; emit is no choice here.")
    var onError: FaultPolicy = .stop

    @Flag(inversion: .prefixedNo, help: "Suggest a level for events that have none.")
    var suggest = true

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if onError == .emit { throw ValidationError("--on-error takes skip or stop here.") }
    }

    func run() async throws {
        let console = Console.standard(display)
        let input = InputFile.named([file])[0]
        let reader = try input.open(stop: console.stop)
        let store = try DebugBook.openOrMake(debug, console)
        let annotation = suggest ? try DebugAnnotation(folders: console.folders) : nil
        let taking = DebugTakingIn(
            format: format ?? DebugFileFormat(path: file) ?? .ndjson, policy: onError, annotation: annotation,
            console: console)
        let outcome = try await taking.run(name: input.name, into: store) {
            try reader.read(into: &$0) { () throws(CommandFailure) in }
        }
        try await store.catchUp { _ in try console.checkStop() }
        try store.close()
        console.note(
            "\(outcome.added) taken in, \(outcome.present) there already, \(outcome.leftOut) left out")
        if outcome.leftOut > 0 { throw CommandFailure(.partlyDone, "") }
    }
}

/// Takes debug events from a file into a store.
struct DebugTakingIn {
    /// How they are written.
    var format: DebugFileFormat
    /// What happens about an event that cannot be taken.
    var policy: FaultPolicy
    /// Says how grave events are of which nobody said; nil: nobody does.
    var annotation: DebugAnnotation?
    /// Where is told what happened.
    var console: Console

    /// Takes all that is read, event by event: a file may be larger than memory.
    ///
    /// - Parameter read: Reads the next block into the array and says how many bytes it has; 0 at the end.
    func run(
        name: String, into store: DebugLogStore, read: (inout [UInt8]) throws -> Int
    ) async throws -> RecordImportOutcome {
        let now = DebugLogEntry.nanoseconds(Date())
        let annotation = annotation
        let take: ([DebugRecord]) async throws -> Int = {
            try await store.take(Self.annotated($0, annotation))
        }
        if let format = format.ofRecords {
            let records = RecordImport<DebugRecord>(
                format: format, policy: policy, console: console, storeName: "store",
                json: { try DebugRecordJSON.record($0, now: now) },
                fields: { names in
                    let reader = try DebugRecordCSV(names: names)
                    return { try reader.record($0, now: now) }
                }, take: take)
            return try await records.run(name: name, read: read)
        }
        // A line is a request with many events: it is taken or not as a whole.
        var events = 0
        let requests = RecordImport<[DebugRecord]>(
            format: .ndjson, policy: policy, console: console, storeName: "store",
            json: { try Self.records($0, now: now) }, fields: { _ in { _ in [] } },
            take: { requests in
                let records = requests.flatMap(\.self)
                let added = try await take(records)
                events += records.count
                return added
            })
        var outcome = try await requests.run(name: name, read: read)
        outcome.present = events - outcome.added
        return outcome
    }

    private static func records(_ line: ArraySlice<UInt8>, now: Int64) throws -> [DebugRecord] {
        do throws(DebugEntryFault) {
            var records: [DebugRecord] = []
            for entry in try OTLPLogs.entries(Array(line), now: now) {
                records.append(DebugRecord(entry: try entry.get(), received: now))
            }
            return records
        } catch {
            throw RecordProblem(
                says: error == .notJSON ? "it is no OTLP request of logs" : "an event in it: \(error.says)")
        }
    }

    private static func annotated(
        _ records: [DebugRecord], _ annotation: DebugAnnotation?
    ) throws -> [DebugRecord] {
        guard let annotation else { return records }
        return zip(records, try annotation.suggestions(for: records.map(\.entry))).map { record, suggestion in
            var record = record
            record.suggestion = record.suggestion ?? suggestion
            return record
        }
    }
}
