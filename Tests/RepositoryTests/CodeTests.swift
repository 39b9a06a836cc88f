import Testing

/// Checks for constructs that the project's code must not contain.
@Suite struct `Code` {
    /// Returns the locations that match a pattern in all files.
    ///
    /// - Parameters:
    ///   - sources: The files.
    ///   - words: Every matching line must contain one of these words. This is a fast filter.
    ///   - pattern: The pattern.
    ///   - excused: Returns `true` for a file and a line index that may match.
    private func places(
        in sources: [SwiftSource], with words: [String], of pattern: some RegexComponent,
        unless excused: (SwiftSource, Int) -> Bool = { _, _ in false }
    ) -> [String] {
        sources.flatMap { source in
            SwiftSource.lines(source.code, with: words).compactMap { index, line in
                guard line.firstMatch(of: pattern) != nil, !excused(source, index) else { return nil }
                return source.place(
                    index + 1, source.textLines[index].trimmingPrefix(while: \.isWhitespace).description)
            }
        }
    }

    @Test func `code contains no forced unwrap, cast or try`() throws {
        let found = places(
            in: try ProjectSources.everything.get(), with: ["!"],
            of: #/(?:^|\W)(?:try|as)!|[\w)\]}"`?]!(?![=])/#)
        #expect(found.isEmpty, "\(listed(found))")
    }

    @Test func `a fatal error has a message`() throws {
        let found = places(
            in: try ProjectSources.everything.get(), with: ["fatalError", "Failure"],
            of: #/(?:^|\W)(?:fatalError|preconditionFailure|assertionFailure)\(\s*\)/#)
        #expect(found.isEmpty, "\(listed(found))")
    }

    @Test func `a discarded error has its reason on the same line`() throws {
        let found = places(in: try ProjectSources.everything.get(), with: ["try?"], of: #/(?:^|\W)try\?/#) {
            source, index in
            let line = source.textLines[index]
            return line.contains(#/\/\/\s*\S/#)
        }
        #expect(found.isEmpty, "\(listed(found))")
    }

    @Test func `files and folders are created in one place`() throws {
        let sources = try ProjectSources.sources.get().filter { $0.target != "IlkFiles" }
        let found = places(
            in: sources, with: ["O_CREAT", "mkdir", "mkstemp", "mkdtemp", "create", "write(to", "fopen"],
            of:
                #/\bO_CREAT\b.*\b0o\d|\b(?:mkdir|mkstemp|mkdtemp|fopen)\(|\bcreat(?:eFile|eDirectory)\(|\.write\(to: URL/#
        )
        #expect(found.isEmpty, "\(listed(found))")
    }

    @Test func `the library prints nothing`() throws {
        let library = try ProjectSources.sources.get().filter { $0.target != "IlkCommand" }
        let found = places(
            in: library, with: ["rint(", "dump("], of: #/(?:^|[^.\w])(?:print|debugPrint|dump)\(/#)
        #expect(found.isEmpty, "\(listed(found))")
    }

    @Test func `files and folders are named for their subject`() throws {
        let banned: Set<String> = [
            "util", "utils", "utility", "utilities", "helper", "helpers", "common", "manager", "misc",
        ]
        var found: Set<String> = []
        for path in Tree.files() where !path.hasPrefix("corpora/") {
            for part in path.split(separator: "/") where !banned.isDisjoint(with: Self.words(part)) {
                found.insert(path)
            }
        }
        #expect(found.isEmpty, "\(listed(found.sorted()))")
    }

    /// Returns the words of a name in lower case: `StoreManager+Opening.swift` gives store, manager, opening,
    /// swift.
    static func words(_ name: some StringProtocol) -> [String] {
        String(name).matches(of: #/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/#).map { $0.output.lowercased() }
    }

    @Test func `no file contains a reminder of unfinished work`() throws {
        let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X:"]
        var found: [String] = []
        for path in Self.written() {
            for (index, _) in SwiftSource.lines(try Tree.bytes(path), with: marks) {
                found.append("\(path):\(index + 1)")
            }
        }
        #expect(found.isEmpty, "\(listed(found))")
    }

    @Test func `no file contains an absolute path of the development machine`() throws {
        let folder = #/(?:^|[^\w.~$}\])-])\/(?:work|home|root|Users|tmp\/ilk)\/\w/#
        let words = ["work/", "home/", "root/", "Users/", "tmp/ilk/"]
        var found: [String] = []
        for path in Self.written() {
            for (index, line) in SwiftSource.lines(try Tree.bytes(path), with: words)
            where line.contains(folder) {
                found.append("\(path):\(index + 1)")
            }
        }
        #expect(found.isEmpty, "\(listed(found))")
    }

    /// Returns the paths of the project's own text files. Training texts may contain anything.
    private static func written() -> [String] {
        Tree.files().filter { path in
            ![".jsonl", ".ilk", ".ilkrules", ".png"].contains(where: path.hasSuffix)
                && !path.hasPrefix("samples/")
                && path != "LICENSE"
        }
    }

    @Test func `the program version is the newest one in the change log`() throws {
        let changes = try Tree.text("CHANGELOG.md")
        let newest = try #require(changes.firstMatch(of: #/\n## (\S+)\n/#)?.1)
        let source = try Tree.text("Sources/CommandLine/IlkConsole/Commands/ProgramVersion.swift")
        #expect(source.contains("static let current = \"\(newest)\"\n"))
    }
}
