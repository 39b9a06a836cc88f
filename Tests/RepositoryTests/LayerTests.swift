import Testing

/// Checks the manifest and every import against the table of targets in ARCHITECTURE.md.
@Suite struct `Layers` {
    /// The modules of Swift and the system.
    private static let toolchain: Set<String> = [
        "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Musl", "Synchronization",
    ]
    /// The modules that the pure core must not import.
    private static let systemModules: Set<String> = [
        "Dispatch", "Foundation", "FoundationNetworking", "Logging", "Metrics", "OSLog", "System",
        "SystemPackage",
    ]

    @Test func `every row of the table is valid and names a target once`() throws {
        let table = try ProjectSources.table.get()
        #expect(table.unreadable.isEmpty, "\(listed(table.unreadable))")
        #expect(Set(table.rows.map(\.target)).count == table.rows.count)
        #expect(!table.rows.isEmpty)
    }

    @Test func `table, manifest and folders name the same targets`() throws {
        let rows = Set(try ProjectSources.table.get().rows.map(\.target))
        let targets = Set(try ProjectSources.manifest.get().targets.filter(\.isInSources).map(\.name))
        #expect(rows == targets)
        #expect(targets == Set(Tree.files(under: "Sources").map { Tree.target(of: $0) ?? $0 }))
    }

    @Test func `a target depends on lower layers only`() throws {
        let table = try ProjectSources.table.get()
        var violations: [String] = []
        for target in try ProjectSources.manifest.get().targets.filter(\.isInSources) {
            guard let row = table[target.name] else { continue }
            for name in target.targets {
                guard let lower = table[name] else {
                    violations.append("\(target.name) depends on \(name), which is not in the table")
                    continue
                }
                if lower.layer >= row.layer {
                    violations.append("\(target.name) (\(row.layer)) depends on \(name) (\(lower.layer))")
                }
            }
        }
        #expect(violations.isEmpty, "\(listed(violations))")
    }

    @Test func `the pure core and storage do not depend on each other`() throws {
        let table = try ProjectSources.table.get()
        var violations: [String] = []
        for target in try ProjectSources.manifest.get().targets.filter(\.isInSources) {
            guard let part = table[target.name]?.part, part != .top else { continue }
            for name in target.targets {
                guard let other = table[name]?.part else { continue }
                if other != part, other != .shared { violations.append("\(target.name) depends on \(name)") }
            }
        }
        #expect(violations.isEmpty, "\(listed(violations))")
    }

    @Test func `the third-party column matches the manifest`() throws {
        let table = try ProjectSources.table.get()
        for target in try ProjectSources.manifest.get().targets.filter(\.isInSources) {
            let icu = target.libraries.contains { $0.hasPrefix("icu") } ? ["libicu"] : []
            let used = Set(target.products.values.map { $0.replacing(".swift", with: "") } + icu)
            #expect(table[target.name]?.thirdParty == used, "\(target.name)")
        }
    }

    @Test func `a file imports only what its target declares`() throws {
        let manifest = try ProjectSources.manifest.get()
        let declared = Dictionary(
            uniqueKeysWithValues: manifest.targets.map { ($0.name, Set($0.targets).union($0.products.keys)) })
        var violations: [String] = []
        for source in try ProjectSources.sources.get() {
            guard let target = source.target, let known = declared[target] else { continue }
            for (module, line) in source.imports
            where !known.contains(module) && !Self.toolchain.contains(module) {
                violations.append(source.place(line, "\(target) does not declare \(module)"))
            }
        }
        #expect(violations.isEmpty, "\(listed(violations))")
    }

    @Test func `the pure core does not import system modules`() throws {
        let table = try ProjectSources.table.get()
        let record = Set(table.rows.filter { $0.part == .record || $0.part == .top }.map(\.target))
        var violations: [String] = []
        for source in try ProjectSources.sources.get() where Self.isPure(source, table) {
            for (module, line) in source.imports
            where Self.systemModules.contains(module) || record.contains(module) {
                violations.append(source.place(line, "imports \(module)"))
            }
        }
        #expect(violations.isEmpty, "\(listed(violations))")
    }

    @Test func `the pure core does not use files, clocks, randomness or settings`()
        throws
    {
        let table = try ProjectSources.table.get()
        let banned =
            #/\b(FileManager|FileHandle|URLSession|ProcessInfo|ContinuousClock|SuspendingClock|SystemRandomNumberGenerator|Date\(\)|Date\.now|UUID\(\)|contentsOf:\s*URL|getenv|fopen|open|fread|fwrite|readLine|gettimeofday|clock_gettime|mmap|pthread_create|Thread)(?:\W|$)/#
            .wordBoundaryKind(.simple)  // Otherwise `FileManager.default` is one word.
        // Each matching line contains one of these words.
        let words = [
            "File", "URL", "Process", "Clock", "System", "Date", "UUID", "getenv", "open", "fread", "fwrite",
            "readLine", "gettimeofday", "clock_", "mmap", "pthread", "Thread",
        ]
        var violations: [String] = []
        for source in try ProjectSources.sources.get() where Self.isPure(source, table) {
            for (index, line) in SwiftSource.lines(source.code, with: words) {
                guard let match = line.firstMatch(of: banned), !line.contains("open var"),
                    !line.contains("open func")
                else { continue }
                // `open` is also one of our own names. Only a call with a path is the system's function.
                if match.1 == "open", line.firstMatch(of: #/(?:^|[^.\w])open\(\s*\w*[pP]ath/#) == nil {
                    continue
                }
                violations.append(source.place(index + 1, String(match.1)))
            }
        }
        #expect(violations.isEmpty, "\(listed(violations))")
    }

    @Test func `ICU headers are included only in CICU and not in its public header`() throws {
        var violations: [String] = []
        for path in Tree.files(under: "Sources")
        where [".c", ".h", ".m", ".cpp", ".modulemap"].contains(where: path.hasSuffix) {
            let isFree = path.hasPrefix("Sources/Core/CICU/") && !path.hasPrefix("Sources/Core/CICU/include/")
            let names = try Tree.text(path).contains(#/#\s*include\s*[<"]unicode\//#)
            if names && !isFree { violations.append(path) }
        }
        #expect(violations.isEmpty, "\(listed(violations))")
    }

    private static func isPure(_ source: SwiftSource, _ table: LayerTable) -> Bool {
        guard let part = source.target.flatMap({ table[$0]?.part }) else { return false }
        return part == .process || part == .shared
    }
}
