/// Who holds a lock, as far as people need it to find that program.
public struct LockHolder: Sendable, Hashable {
    /// The process id, as the holder itself sees it.
    public var process: Int32
    /// The name of its executable; empty when it is not known.
    public var program: String
}

extension LockHolder {
    /// Reads a lock file's line: a process id and a program.
    init?(signature: String) {
        let words = signature.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        guard let process = words.first.flatMap({ Int32($0) }) else { return nil }
        let program = words.dropFirst().first ?? ""
        self.init(process: process, program: String(program.prefix { $0 != "\n" }).trimmedAtEnd)
    }
}

extension LockHolder: CustomStringConvertible {
    /// `process 4711 (ilk)`.
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
