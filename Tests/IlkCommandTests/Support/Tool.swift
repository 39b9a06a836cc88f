import Foundation
import TestSupport

@testable import IlkCommand
@testable import IlkConsole
@testable import IlkProgram

/// In-process runs of `ilk` in an isolated user environment.
///
/// `EndToEndTests` covers behavior that needs a process: signals, crashes, terminals, and pipes between
/// programs.
final class Tool: MachineUser, Sendable {
    typealias Outcome = RunOutcome

    let machine: TestUserEnvironment
    private let thread: CommandThread
    private let program: String

    /// Creates an empty user environment.
    init() throws {
        program = try BuiltTool.find().path
        machine = try TestUserEnvironment()
        thread = CommandThread(folder: machine.folder.path)
    }

    deinit { thread.end() }

    /// Runs a command to completion.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, without the program's name.
    ///   - input: The content of standard input.
    @discardableResult
    func run(_ arguments: String..., input: String = "") async throws -> Outcome {
        try await run(list: arguments, input: input)
    }

    /// Runs a command to completion.
    ///
    /// - Parameters:
    ///   - line: A command line of variables, `ilk` and its arguments. One argument may be in single quotes.
    ///   - input: The content of standard input.
    @discardableResult
    func line(_ line: String, input: String = "") async throws -> Outcome {
        var words = line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap {
            part in
            part.offset.isMultiple(of: 2) ? part.element.split(separator: " ") : [part.element]
        }.map(String.init)
        var variables: [String: String] = [:]
        while let word = words.first, word != "ilk", let sign = word.firstIndex(of: "=") {
            variables[String(word[..<sign])] = String(word[word.index(after: sign)...])
            words.removeFirst()
        }
        precondition(words.first == "ilk", "not a line of ilk: \(line)")
        return try await run(list: Array(words.dropFirst()), input: input, variables: variables)
    }

    /// Runs a command to completion.
    @discardableResult
    func run(
        list arguments: [String], input: String = "", variables: [String: String] = [:]
    ) async throws -> Outcome {
        let files = try machine.streams(input: Data(input.utf8))
        let streams = [
            try FileHandle(forReadingFrom: files[0]), try FileHandle(forWritingTo: files[1]),
            try FileHandle(forWritingTo: files[2]),
        ]
        var surroundings = CommandEnvironment()
        surroundings.input = streams[0].fileDescriptor
        surroundings.output = streams[1].fileDescriptor
        surroundings.errors = streams[2].fileDescriptor
        surroundings.environment = machine.environment(path: "/usr/bin:/bin")
            .merging(variables) { $1 }
        surroundings.stop = StopFlag()
        surroundings.program = program
        let status = await CommandEnvironment.$current.withValue(surroundings) {
            await withTaskExecutorPreference(thread) { await Program<FullEdition>.status(of: arguments) }
        }
        for stream in streams { try stream.close() }
        return try Outcome(status: status, streams: files)
    }
}
