import IlkVerdictConsole
import ArgumentParser
import CProcess
import Glibc
import Ilk
import IlkConsole
import IlkStore

/// Runs the commands of an edition, and converts errors into messages and exit statuses.
package enum Program<Edition: ProgramEdition> {
    private typealias Tool = IlkTool<Edition>

    /// Runs the command of this process and exits.
    @MainActor package static func main() async -> Never {
        StandardDescriptors.occupy()
        ilk_map_large_blocks()
        // Ilk sets the mode of each file that it creates. This mask is for libraries that write files (font
        // caches).
        _ = umask(0o077)
        SignalWatch.install()
        disableCoreDumps()
        Store.disableMemoryStatistics()
        exit(await status(of: Array(CommandLine.arguments.dropFirst())))
    }

    /// Disables core dumps, because they would contain texts.
    private static func disableCoreDumps() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = 0
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }

    /// Runs a command and reports its error.
    ///
    /// - Parameter arguments: The arguments without the program's name.
    /// - Returns: The exit status.
    package static func status(of arguments: [String]) async -> Int32 {
        await LabeledInputReader.$mailboxes.withValue(Edition.mailboxes) {
            await MessageReader.$current.withValue(Edition.messages) { await run(arguments) }
        }
    }

    private static func run(_ arguments: [String]) async -> Int32 {
        var command: any ParsableCommand
        let path = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
        if let words = Edition.missing.first(where: path.starts(with:)) {
            return report(.missing(words.joined(separator: " ")))
        }
        do {
            command = try CommandParsing.parse(arguments, root: Tool.self)
        } catch {
            return tell(error, arguments)
        }
        do {
            if let streaming = command as? any StreamCommand {
                try await streaming.work()
            } else if var waiting = command as? any AsyncParsableCommand {
                try await waiting.run()
            } else {
                try command.run()
            }
            return ExitStatus.done.rawValue
        } catch {
            return isParserError(error) ? tell(error, arguments) : report(CommandError(error))
        }
    }

    private static func report(_ failure: CommandError) -> Int32 {
        StandardError.write(failure.report)
        return failure.status.rawValue
    }

    /// Returns `true` for help requests and argument errors, which only the parser can format.
    private static func isParserError(_ error: any Error) -> Bool {
        // Errors of known types are checked first, because the parser formats a whole help page to find the
        // status of an error.
        if error is CommandError { return false }
        if error is CleanExit || error is ValidationError || error is ExitCode { return true }
        let status = Tool.exitCode(for: error)
        return status == .validationFailure || status.isSuccess
    }

    /// Writes help to standard output, and argument errors to standard error.
    private static func tell(_ error: any Error, _ arguments: [String]) -> Int32 {
        let status = Tool.exitCode(for: error)
        let message = Tool.fullMessage(for: error)
        guard status.isSuccess else {
            StandardError.write(CommandHelp.errorReport(message, arguments: arguments, root: Tool.self))
            return status.rawValue
        }
        let output = OutputWriter.standardOutput()
        output.append(CommandHelp.withExamples(message, root: Tool.self) + "\n")
        do throws(CommandError) {
            try output.flush()
            return ExitStatus.done.rawValue
        } catch {
            return report(error)
        }
    }
}
