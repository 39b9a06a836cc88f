import Foundation

/// Counts the instructions of commands with Valgrind.
///
/// Times of one program differ by up to 30 % between runs on a shared machine, and by 50 % between processors. Its
/// instructions differ by less than .1 %. They do not show waiting for memory.
struct Cost {
    private struct Work {
        var name: String
        var arguments: [String]
        var input: String
    }

    private let ilk: Child
    private let project: String
    private let folder: String
    private let valgrind: String
    /// The library with `sigsuspend.c`, beside this program.
    private let library = CommandLine.arguments[0] + ".so"

    /// - Parameter folder: A folder for temporary files.
    /// - Throws: ``Failure`` if Valgrind or the library is missing.
    init(ilk: Child, project: String, folder: String) throws {
        (self.ilk, self.project, self.folder) = (ilk, project, folder)
        guard let valgrind = Self.found("valgrind") else {
            throw Failure("valgrind is not installed", hint: "install it as root: apt-get install valgrind")
        }
        self.valgrind = valgrind
        guard FileManager.default.fileExists(atPath: library) else {
            throw Failure("\(library) is missing", hint: "run: make -B ratchet")
        }
    }

    /// Runs all commands at once.
    ///
    /// - Returns: For each command, its instructions in millions.
    /// - Throws: ``Failure`` if a command fails.
    func measure() throws -> [String: Double] {
        let works = try prepare()
        let group = DispatchGroup()
        nonisolated(unsafe) var results: [String: Result<Double, any Error>] = [:]
        let lock = NSLock()
        for work in works {
            DispatchQueue.global().async(group: group) {
                let result = Result { try instructions(work) }
                lock.withLock { results[work.name] = result }
            }
        }
        group.wait()
        return try results.mapValues { try $0.get() }
    }

    private static func found(_ program: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return path.split(separator: ":").map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private func instructions(_ work: Work) throws -> Double {
        let counts = "\(folder)/\(work.name).counts"
        // Caches are not simulated, but Valgrind warns about their sizes. Its messages go to a file.
        let options = [
            "--tool=cachegrind", "--cache-sim=no", "--log-file=\(folder)/\(work.name).log",
            "--cachegrind-out-file=\(counts)", ilk.program,
        ]
        let child = Child(program: valgrind, home: ilk.home, settings: ["LD_PRELOAD=\(library)"])
        try child.run(options + work.arguments, input: work.input)
        let lines = try String(contentsOfFile: counts, encoding: .utf8).split(separator: "\n")
        guard let count = lines.last(where: { $0.hasPrefix("summary:") })?.split(separator: " ").last,
            let instructions = Double(count)
        else { throw Failure("valgrind counted nothing for \(work.name)", hint: "see \(counts)") }
        return (instructions / 1e6).rounded()
    }

    /// Writes the input files.
    private func prepare() throws -> [Work] {
        let texts = "\(folder)/texts"
        let all = try TextSet(corpus: "doctype", project: project).bytes
        try all.write(to: URL(fileURLWithPath: texts))
        let lines = all.split(separator: UInt8(ascii: "\n")).enumerated().filter { $0.offset % 3 == 0 }
        let training = "\(folder)/training.jsonl"
        try Data(lines.flatMap { $0.element + [UInt8(ascii: "\n")] })
            .write(to: URL(fileURLWithPath: training))
        return [
            Work(name: "classify", arguments: ["classify", "--ndjson", "-j", "1"], input: texts),
            Work(name: "features", arguments: ["features", "--ndjson", "-j", "1"], input: texts),
            Work(name: "segment", arguments: ["segment", "--words", "--ndjson"], input: texts),
            Work(
                name: "train",
                arguments: [
                    "train", "--rules", "none", "--quiet", training, "--output", "\(folder)/model.ilk",
                    "--force",
                ],
                input: "/dev/null"),
        ]
    }
}
