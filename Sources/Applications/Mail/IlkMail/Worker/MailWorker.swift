/// The program that an import starts to parse mail in a separate process. The process may crash or hang.
///
/// The program calls ``MailWorkerService/run()``. The command `ilk` starts itself.
public struct MailWorker: Sendable, Hashable {
    /// The path of the program. `PATH` is not searched.
    public var executable: String
    /// The arguments of the program, without its name.
    public var arguments: [String]
    /// The time limit for each message, measured from the previous answer.
    public var timeLimit: Duration

    /// Creates a worker.
    ///
    /// - Parameters:
    ///   - executable: The path of the program.
    ///   - arguments: The arguments of the program, without its name.
    ///   - timeLimit: The time limit for each message.
    public init(executable: String, arguments: [String] = [], timeLimit: Duration = .seconds(30)) {
        self.executable = executable
        self.arguments = arguments
        self.timeLimit = timeLimit
    }
}
