/// The process that holds a lock, for messages.
public struct LockHolder: Sendable, Hashable {
    /// The process id in the holder's own PID namespace.
    public var process: Int32
    /// The name of the executable, or an empty string if it is unknown.
    public var program: String
}

extension LockHolder {
    /// Parses the line of a lock file: a process id and a program name.
    init?(signature: String) {
        let words = signature.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        guard let process = words.first.flatMap({ Int32($0) }) else { return nil }
        let program = words.dropFirst().first ?? ""
        self.init(process: process, program: String(program.prefix { $0 != "\n" }).trimmedAtEnd)
    }
}

extension LockHolder: CustomStringConvertible {
    /// The holder as text, such as `process 4711 (ilk)`.
    public var description: String {
        program.isEmpty ? "process \(process)" : "process \(process) (\(program))"
    }
}

extension String {
    fileprivate var trimmedAtEnd: String {
        var rest = self[...]
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}
