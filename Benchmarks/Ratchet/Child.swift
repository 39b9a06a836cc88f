import Foundation

/// Runs the measured program in an empty environment: no settings, rules, models or corrections of a user.
struct Child {
    /// The path of the program.
    var program: String
    /// An empty folder.
    var home: String
    /// More variables of its environment, as `NAME=VALUE`.
    var settings: [String] = []

    /// Runs the program to its end.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, without the name of the program.
    ///   - input: The file for standard input.
    ///   - output: The file for standard output; an existing one is replaced.
    /// - Throws: ``Failure`` if the program cannot be started or its status is not 0.
    func run(_ arguments: [String], input: String = "/dev/null", output: String = "/dev/null") throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        let words = ([program] + arguments).map { strdup($0) }
        let settings = (Self.folders.map { "\($0)=\(home)" } + settings).map { strdup($0) }
        defer { (words + settings).forEach { free($0) } }
        var id: pid_t = 0
        let refusal = posix_spawn(&id, program, &actions, nil, words + [nil], settings + [nil])
        let call = ([program] + arguments).joined(separator: " ")
        guard refusal == 0 else {
            throw Failure(
                "cannot start \(program): \(String(cString: strerror(refusal)))", hint: "run make ratchet")
        }
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 {
            guard errno == EINTR else {
                throw Failure("waitpid: \(String(cString: strerror(errno)))", hint: call)
            }
        }
        guard status == 0 else {
            throw Failure("\(call) ended with wait status \(status)", hint: "run it to see the reason")
        }
    }

    /// All variables that name a folder with files of a user or of the machine.
    private static let folders = [
        "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME",
        "CONFIGURATION_DIRECTORY", "STATE_DIRECTORY", "CACHE_DIRECTORY",
    ]
}
