import ArgumentParser
import IlkDomains
import IlkStore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Where the process begins, and where it ends: the one place that turns failures into words and a status.
@main enum Entry {
    @MainActor static func main() async {
        #if Mail
            if CommandLine.arguments.dropFirst().elementsEqual(mailWorker.arguments) {
                MailWorkerService.run()
            }
        #endif
        StandardDescriptors.occupy()
        // Ilk sets the mode of each file that it creates. This mask is for libraries that write files (font caches).
        _ = umask(0o077)
        SignalWatch.install()
        leaveNoCore()
        Store.countNoMemory()
        exit(await status(of: Array(CommandLine.arguments.dropFirst())))
    }

    #if Mail
        /// This program as the process that parses mail: its argument is no command, and in no help.
        static let mailWorker = MailWorker(executable: "/proc/self/exe", arguments: ["--parse-mail"])
    #endif

    /// What a crash writes of the memory would hold texts.
    private static func leaveNoCore() {
        #if canImport(Glibc)
            var limit = rlimit()
            guard getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0 else { return }
            limit.rlim_cur = 0
            setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        #endif
    }

    /// Runs a command and says what went wrong.
    ///
    /// - Parameter arguments: The arguments without the program's name.
    /// - Returns: The status to end with.
    static func status(of arguments: [String]) async -> Int32 {
        var command: any ParsableCommand
        do {
            command = try CommandParsing.parse(arguments, root: IlkTool.self)
        } catch {
            return tell(error, hint: CommandHelp.hint(for: arguments, root: IlkTool.self))
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
        } catch let failure as CommandFailure {
            StandardError.write(failure.report)
            return failure.status.rawValue
        } catch {
            guard !isTheParsers(error) else { return tell(error) }
            let failure = CommandFailure(error)
            StandardError.write(failure.report)
            return failure.status.rawValue
        }
    }

    /// Whether an error is a wish for help or a complaint about arguments: the parser knows those alone.
    private static func isTheParsers(_ error: any Error) -> Bool {
        error is CleanExit || error is ValidationError || error is ExitCode
            || IlkTool.exitCode(for: error) == .validationFailure || IlkTool.exitCode(for: error).isSuccess
    }

    /// Help goes to standard output, complaints about arguments to standard error.
    private static func tell(_ error: any Error, hint: String? = nil) -> Int32 {
        let status = IlkTool.exitCode(for: error)
        let message = IlkTool.fullMessage(for: error)
        guard status.isSuccess else {
            let hint = hint.map { "hint: \(VisibleText.oneLine($0))\n" } ?? ""
            // The message quotes the arguments.
            StandardError.write(message.isEmpty ? "" : VisibleText.lines(message) + "\n" + hint)
            return status.rawValue
        }
        let output = OutputWriter.standardOutput()
        output.append(CommandHelp.withExamples(message, root: IlkTool.self) + "\n")
        do throws(CommandFailure) {
            try output.flush()
            return ExitStatus.done.rawValue
        } catch {
            StandardError.write(error.report)
            return error.status.rawValue
        }
    }
}
