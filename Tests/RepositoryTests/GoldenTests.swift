import Testing

@Suite struct `Goldens` {
    @Test func `every golden file is named in a test or in code`() throws {
        let sources = try ProjectSources.everything.get()
        var orphans: [String] = []
        for path in Tree.files(under: "Tests") where path.contains("/Goldens/") {
            let stem = String(path.split(separator: "/").last?.prefix { $0 != "." } ?? "")
            let suite = path.split(separator: "/").prefix(2).joined(separator: "/") + "/"
            let isNamed = sources.contains { source in
                guard source.path.hasPrefix(suite) || source.path.hasPrefix("Sources/") else { return false }
                return SwiftSource.has(source.uncommented, "\"\(stem)")
            }
            if !isNamed { orphans.append(path) }
        }
        #expect(orphans.isEmpty, "\(listed(orphans))")
    }

    @Test func `golden files come in pairs of input and output`() throws {
        let paths = Tree.files(under: "Tests").filter { $0.contains("/Goldens/") }
        let stems = Dictionary(grouping: paths) { path in path.prefix { $0 != "." } }
        let alone = stems.filter { $0.value.count < 2 }.flatMap(\.value)
        #expect(alone.isEmpty, "\(listed(alone.sorted()))")
    }
}
