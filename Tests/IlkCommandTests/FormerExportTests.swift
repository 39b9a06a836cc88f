import ArgumentParser
import Foundation
import IlkStore
import TestSupport
import Testing

@testable import IlkCallsCommand
@testable import IlkCommand
@testable import IlkConsole
@testable import IlkDebugCommand
@testable import IlkUsageCommand

/// Exports that an earlier program wrote are imported, and exported again without any difference.
@Suite struct `Exports of an earlier program` {
    private let folder: TestFolder

    init() throws { folder = try TestFolder("ilk-export") }

    private static func open<Application: StoreApplication>(
        _ store: Application.Records, as application: Application.Type,
        _ output: OutputWriter = .toNowhere
    ) -> OpenStore<Application> {
        let console = Console(
            output: output, stop: StopFlag(), environment: [:], style: Style(isColored: false), columns: 80,
            room: 80, showsProgress: false, isQuiet: true, writeMessage: { _ in })
        return OpenStore(store: store, settings: StoreSettings(file: nil), console: console)
    }

    /// Imports the export of a store and exports it again, in each of three formats.
    ///
    /// - Parameters:
    ///   - hasOldForm: `true` if exports have another form today. Then the new export is imported and
    ///     exported too.
    ///   - hasNewColumns: `true` if rows of CSV have more columns at their end today.
    ///   - hasOldCSV: `true` if only CSV has another form today.
    private func check<Application: ImportApplication & ExportApplication>(
        _ application: Application.Type, _ name: String, records: Int, arguments: [String] = [],
        hasOldForm: Bool = false, hasNewColumns: Bool = false, hasOldCSV: Bool = false
    ) async throws {
        for format in ["ndjson", "csv", "json"] {
            let bytes = try FormerRelease.bytes("exports/\(name).\(format)")
            let form = try #require(Application.FileFormat(rawValue: format))
            let copy = try await copy(bytes, application, form, records: records, arguments: arguments)
            let expected =
                hasOldForm || hasOldCSV && format == "csv"
                ? try await self.copy(copy, application, form, records: records, arguments: arguments) : bytes
            if hasNewColumns, format == "csv" {
                let rows = [copy, expected].map {
                    String(decoding: $0, as: UTF8.self).split(whereSeparator: \.isNewline)
                }
                #expect(rows[0].count == rows[1].count)
                for (row, former) in zip(rows[0], rows[1]) {
                    #expect(row.hasPrefix(former + ","), "\(name).csv")
                }
            } else {
                #expect(copy == expected, "\(name).\(format)")
            }
        }
    }

    /// Imports an export into a new store and returns the export of that store.
    private func copy<Application: ImportApplication & ExportApplication>(
        _ bytes: [UInt8], _ application: Application.Type, _ form: Application.FileFormat, records: Int,
        arguments: [String]
    ) async throws -> [UInt8] {
        let store = try Application.Records.open(.memory)
        var rest = bytes[...]
        let request = ImportRequest<Application>(
            settings: try Application.ImportChoice.parse(arguments).settings, format: form, name: "export"
        ) { block in
            let next = rest.prefix(block.count)
            block.replaceSubrange(..<next.count, with: next)
            rest = rest.dropFirst(next.count)
            return next.count
        }
        let outcome = try await Application.importRecords(request, into: Self.open(store, as: application))
        #expect(outcome.added == records && outcome.present == 0, "\(form)")
        let copy = try await export(store, as: application, form)
        try store.close()
        return copy
    }

    private func export<Application: ExportApplication>(
        _ store: Application.Records, as application: Application.Type, _ format: Application.FileFormat
    ) async throws -> [UInt8] {
        let url = folder.url.appending(path: UUID().uuidString)
        try Data().write(to: url)
        let handle = try FileHandle(forWritingTo: url)
        let writer = OutputWriter(descriptor: handle.fileDescriptor, name: "file", flushesEachRecord: false)
        let open = Self.open(store, as: application, writer)
        let selection = try await Application.ExportChoice.parse([]).selection(in: open)
        let request = ExportRequest<Application>(selection: selection, format: format, isGuarded: false)
        _ = try await Application.export(request, from: open, to: writer)
        try writer.flush()
        try handle.close()
        return Array(try Data(contentsOf: url))
    }

    @Test func `the log with verdicts and corrections`() async throws {
        try await check(LogApplication.self, "log", records: 6, hasOldForm: true)
    }

    @Test func `calls with contacts and tags`() async throws {
        try await check(CallsApplication.self, "calls", records: 2, hasNewColumns: true)
    }

    @Test func `usage with its device and session`() async throws {
        try await check(UsageApplication.self, "usage", records: 6, hasOldCSV: true)
    }

    @Test func `debug events with their payloads`() async throws {
        try await check(
            DebugApplication.self, "debug", records: 3, arguments: ["--no-suggest"], hasNewColumns: true)
    }
}
