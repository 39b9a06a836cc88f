/// The program that an import starts to parse mail in a separate process. If a message crashes or stalls the
/// parser, only this process is affected.
///
/// The program must call ``MailWorkerService/run()``. The command `ilk` uses itself as this program.
public struct MailWorker: Sendable, Hashable {
    /// The path of the program, which is not searched in `PATH`.
    public var executable: String
    /// The arguments of the program, without its name.
    public var arguments: [String]
    /// The time limit for parsing one message, measured from the end of the previous message.
    public var timeLimit: Duration

    /// Creates a worker.
    ///
    /// - Parameters:
    ///   - executable: The path of the program.
    ///   - arguments: The arguments of the program, without its name.
    ///   - timeLimit: The time limit for parsing one message.
    public init(executable: String, arguments: [String] = [], timeLimit: Duration = .seconds(30)) {
        self.executable = executable
        self.arguments = arguments
        self.timeLimit = timeLimit
    }
}
