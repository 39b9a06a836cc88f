import Testing

/// What code of this project does not say.
@Suite struct `Code` {
    /// Places that match, in all files that pass.
    ///
    /// - Parameter words: Of which a line has one that matches.
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

    @Test func `nothing is unwrapped, cast or tried by force`() throws {
        let found = places(
            in: try House.everything.get(), with: ["!"], of: #/(?:^|\W)(?:try|as)!|[\w)\]}"`?]!(?![=])/#)
        #expect(found.isEmpty, "\(told(found))")
    }

    @Test func `a fatal error says why`() throws {
        let found = places(
            in: try House.everything.get(), with: ["fatalError", "Failure"],
            of: #/(?:^|\W)(?:fatalError|preconditionFailure|assertionFailure)\(\s*\)/#)
        #expect(found.isEmpty, "\(told(found))")
    }

    @Test func `an error that is let go has its reason on the line`() throws {
        let found = places(in: try House.everything.get(), with: ["try?"], of: #/(?:^|\W)try\?/#) {
            source, index in
            let line = source.textLines[index]
            return line.contains(#/\/\/\s*\S/#)
        }
        #expect(found.isEmpty, "\(told(found))")
    }

    @Test func `files and folders are created in one place`() throws {
        let sources = try House.sources.get().filter { $0.target != "IlkFiles" }
        let found = places(
            in: sources, with: ["O_CREAT", "mkdir", "mkstemp", "mkdtemp", "create", "write(to", "fopen"],
            of:
                #/\bO_CREAT\b.*\b0o\d|\b(?:mkdir|mkstemp|mkdtemp|fopen)\(|\bcreat(?:eFile|eDirectory)\(|\.write\(to: URL/#
        )
        #expect(found.isEmpty, "\(told(found))")
    }

    @Test func `the library prints nothing`() throws {
        let library = try House.sources.get().filter { $0.target != "IlkCommand" }
        let found = places(
            in: library, with: ["rint(", "dump("], of: #/(?:^|[^.\w])(?:print|debugPrint|dump)\(/#)
        #expect(found.isEmpty, "\(told(found))")
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
        #expect(found.isEmpty, "\(told(found.sorted()))")
    }

    /// The words of a name in lower case: `StoreManager+Opening.swift` has store, manager, opening, swift.
    static func words(_ name: some StringProtocol) -> [String] {
        String(name).matches(of: #/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/#).map { $0.output.lowercased() }
    }

    @Test func `nothing is left to be done later`() throws {
        let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X:"]
        var found: [String] = []
        for path in Self.written() {
            for (index, _) in SwiftSource.lines(try Tree.bytes(path), with: marks) {
                found.append("\(path):\(index + 1)")
            }
        }
        #expect(found.isEmpty, "\(told(found))")
    }

    @Test func `no file names a folder of the machine it was written on`() throws {
        let folder = #/(?:^|[^\w.~$}\])-])\/(?:work|home|root|Users|tmp\/ilk)\/\w/#
        let words = ["work/", "home/", "root/", "Users/", "tmp/ilk/"]
        var found: [String] = []
        for path in Self.written() {
            for (index, line) in SwiftSource.lines(try Tree.bytes(path), with: words)
            where line.contains(folder) {
                found.append("\(path):\(index + 1)")
            }
        }
        #expect(found.isEmpty, "\(told(found))")
    }

    /// Files that people of the project wrote about the project. Texts to learn from say what they like.
    private static func written() -> [String] {
        Tree.files().filter { path in
            ![".jsonl", ".ilk", ".ilkrules", ".png"].contains(where: path.hasSuffix)
                && !path.hasPrefix("samples/")
                && path != "LICENSE"
        }
    }

    @Test func `the program's version is the newest of the changes`() throws {
        let changes = try Tree.text("CHANGELOG.md")
        let newest = try #require(changes.firstMatch(of: #/\n## (\S+)\n/#)?.1)
        let source = try Tree.text("Sources/CommandLine/IlkConsole/Commands/ProgramVersion.swift")
        #expect(source.contains("static let current = \"\(newest)\"\n"))
    }
}
