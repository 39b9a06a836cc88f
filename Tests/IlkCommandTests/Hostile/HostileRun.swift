import Foundation
import TestSupport
import Testing

/// Runs commands with hostile text and checks their output.
final class HostileRun {
    let tool: Tool
    static let lists = ["text", "json", "ndjson"]

    /// `true` to run every command with every text, `false` to run it with each third text after the first.
    let isLong = TestLength.isLong

    init() throws { tool = try Tool() }

    /// `true` if the program has mail commands.
    var hasMail: Bool {
        get async throws { try await tool.run("mail", "import", "--help").status == 0 }
    }

    /// The number of checks of a command with hostile arguments, by its first two words.
    private var checks: [String: Int] = [:]

    /// The commands that have been run.
    private(set) var covered: Set<String> = []

    /// Runs a command once in each format and checks its output.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - formats: The formats. `text` is the default one, run with and without colors.
    ///   - carried: Strings that JSON and CSV output must preserve.
    ///   - input: The content of standard input.
    func check(
        _ arguments: [String], _ formats: [String] = ["text"], carrying carried: [String] = [],
        input: String = ""
    ) async throws {
        if isLeftOut(arguments) { return }
        for format in formats {
            let options = format == "text" ? [] : ["--format", format]
            let run = try await launch(arguments + options, input)
            let place = Comment(rawValue: "\(arguments) \(format)")
            #expect(HostileText.fault(inText: Data(run.errors.utf8)) == nil, place)
            switch format {
            case "text":
                #expect(HostileText.fault(inText: run.data) == nil, place)
                // Messages have no colors.
                guard !run.data.isEmpty else { continue }
                let colored = try await launch(arguments + ["--color", "always"], input)
                #expect(HostileText.fault(inText: colored.data, isColored: true) == nil, place)
            case "html": #expect(HostileText.fault(inHTML: run.data) == nil, place)
            case "csv": try await checkRows(run.data, arguments + options, carried, place)
            default:
                let strings = HostileText.strings(inJSON: run.data, isLines: format != "json")
                #expect(strings.map { Set(carried).subtracting($0) } == [], place)
            }
        }
    }

    /// Counts a check, and returns `true` to leave it out of the short run.
    private func isLeftOut(_ arguments: [String]) -> Bool {
        let isHostile = arguments.contains { argument in
            HostileText.typed.contains { $0.count > 2 && argument.contains($0) }
        }
        guard isHostile, !isLong else { return false }
        let command = arguments.prefix(2).joined(separator: " ")
        let number = checks[command, default: 0]
        checks[command] = number + 1
        // Different commands get different texts.
        return number > 0 && (number + command.utf8.count) % 3 != 0
    }

    private func checkRows(_ data: Data, _ arguments: [String], _ carried: [String], _ place: Comment)
        async throws
    {
        let fields = HostileText.fields(inCSV: data)
        #expect(fields.map { Set(carried).subtracting($0) } == [], place)
        let guarded = try await launch(arguments + ["--spreadsheet"], "")
        #expect(guarded.status == 0, place)
        let inert = HostileText.fields(inCSV: guarded.data) ?? ["="]
        let formulas = inert.filter {
            $0.unicodeScalars.first.map("=+-@\t\r\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains)
                ?? false
        }
        #expect(formulas.isEmpty, place)
    }

    /// A run must end with a status, and not by a signal or with an internal error.
    func launch(_ arguments: [String], _ input: String) async throws -> Tool.Outcome {
        covered.formUnion((1...3).map { arguments.prefix($0).joined(separator: " ") })
        let run = try await tool.run(list: arguments, input: input)
        #expect(run.status < 128 && run.status != 70, "\(arguments): \(run.status) \(run.errors)")
        return run
    }

    func lines(_ rows: [[String: Any]]) throws -> String {
        try rows.map {
            String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) + "\n"
        }.joined()
    }
}
