import Testing

@Suite struct `Budgets` {
    /// The maximum number of lines in a file.
    private static let file = 400
    /// The maximum number of lines in a function.
    private static let function = 50
    /// The maximum number of files in a folder, without subfolders.
    private static let folder = 25
    /// The number of allowed exceptions. It must never be increased.
    private static let mostExceptions = 0

    @Test func `a file has at most 400 lines`() throws {
        let lengths = Dictionary(
            uniqueKeysWithValues: try ProjectSources.everything.get().map { ($0.path, $0.lineCount) })
        let found = Exceptions.violations(
            lengths: lengths, budget: Self.file, excepted: try Exceptions.load().files)
        #expect(found.isEmpty, "\(listed(found))")
    }

    @Test func `a function has at most 50 lines`() throws {
        var lengths: [String: Int] = [:]
        for source in try ProjectSources.everything.get() {
            for function in source.functions {
                lengths["\(source.path)#\(function.name)", default: 0].raise(to: function.lineCount)
            }
        }
        #expect(lengths.count > 500)
        let found = Exceptions.violations(
            lengths: lengths, budget: Self.function, excepted: try Exceptions.load().functions)
        #expect(found.isEmpty, "\(listed(found))")
    }

    @Test func `a folder contains at most 25 files`() throws {
        let files = Tree.files(under: "Sources") + Tree.files(under: "Tests")
        let counts = files.reduce(into: [:]) { counts, path in
            counts[path.split(separator: "/").dropLast().joined(separator: "/"), default: 0] += 1
        }
        let excepted = try Exceptions.load().folders
        let found = Exceptions.violations(
            lengths: counts, budget: Self.folder, excepted: excepted, unit: "files")
        #expect(found.isEmpty, "\(listed(found))")
        #expect(excepted.keys.allSatisfy { $0.hasSuffix("/Goldens") }, "\(excepted)")
    }

    @Test func `the list of exceptions only shrinks`() throws {
        let exceptions = try Exceptions.load()
        #expect(exceptions.files.count + exceptions.functions.count <= Self.mostExceptions)
    }

    @Test func `sizes over the limit and outdated exceptions are reported`() {
        let lengths = ["long": 60, "grown": 70, "shrunk": 55, "kept": 58, "short": 10, "repaired": 20]
        let excepted = ["grown": 65, "shrunk": 57, "kept": 58, "repaired": 52, "gone": 51]
        #expect(
            Exceptions.violations(lengths: lengths, budget: 50, excepted: excepted) == [
                "gone needs no exception any more: take it out of exceptions.json",
                "grown grew from 65 to 70 lines",
                "long has 60 lines, over 50: part it",
                "repaired needs no exception any more: take it out of exceptions.json",
                "shrunk shrank to 55 lines: write that into exceptions.json",
            ])
    }
}

extension Int {
    fileprivate mutating func raise(to other: Int) { self = Swift.max(self, other) }
}
