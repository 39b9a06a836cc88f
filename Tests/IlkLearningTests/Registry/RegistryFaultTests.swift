import Foundation
import IlkModels
import Testing

@testable import IlkLearning

/// Registry changes that are interrupted by a kill or a failing system call.
@Suite("Interrupted changes of a registry") struct RegistryFaultTests {
    /// The changes to a registry in which 1.0.0 and then 1.0.1 were promoted, and that also has 1.0.2.
    enum Change: String, CaseIterable, CustomTestStringConvertible {
        case promote, promoteNone, rollback, remove, add, `import`

        var testDescription: String { rawValue }

        func run(_ registry: ModelRegistry) throws {
            let signature = RegistryFixture.signature(rawValue, second: 9)
            switch self {
            case .promote: try registry.promote("1.0.2", signature)
            case .promoteNone: try registry.promote("none", signature)
            case .rollback: try registry.rollback(signature)
            case .remove: try registry.remove("1.0.2", signature)
            case .add:
                let model = try RegistryFixture.model(4)
                try registry.add(model, try RegistryFixture.manifest(of: model))
            case .import:
                let model = try RegistryFixture.model(4)
                try registry.add(importing: model, try RegistryFixture.manifest(of: model), signature)
            }
        }

        /// The versions and the active version after the change.
        var after: (versions: [String], inUse: String) {
            switch self {
            case .promote: (["1.0.0", "1.0.1", "1.0.2"], "1.0.2")
            case .promoteNone: (["1.0.0", "1.0.1", "1.0.2"], "none")
            case .rollback: (["1.0.0", "1.0.1", "1.0.2"], "1.0.0")
            case .remove: (["1.0.0", "1.0.1"], "1.0.1")
            case .add, .import: (["1.0.0", "1.0.1", "1.0.2", "1.0.3"], "1.0.1")
            }
        }

        static let before = (versions: ["1.0.0", "1.0.1", "1.0.2"], inUse: "1.0.1")
    }

    private static func prepared() throws -> RegistryFixture {
        let desk = try RegistryFixture()
        for number in 1...3 { try desk.add(number) }
        try desk.registry().promote("1.0.0", RegistryFixture.signature("first", second: 1))
        try desk.registry().promote("1.0.1", RegistryFixture.signature("second", second: 2))
        return desk
    }

    @Test(arguments: Change.allCases)
    func `a kill at any system call leaves the old or the new state, and the next change cleans up`(
        change: Change
    ) throws {
        let prepared = try Self.prepared()
        var steps = 0
        while true {
            let desk = try prepared.copy()
            let calls = FaultyFileSystem(.killed, at: steps + 1)
            let wasKilled = (try? change.run(desk.registry(calls))) == nil  // The kill makes it throw.
            try check(desk, change, at: steps + 1, mayBeBefore: wasKilled)
            guard wasKilled else { break }
            steps += 1
        }
        #expect(steps >= 6, "too few steps: \(steps)")
    }

    /// Checks the state, makes another change, and checks again.
    private func check(_ desk: RegistryFixture, _ change: Change, at step: Int, mayBeBefore: Bool) throws {
        let registry = desk.registry()
        let found = (try registry.versions(), try registry.activeVersionOrNone())
        let isAfter = found == change.after
        #expect(
            isAfter || (mayBeBefore && found == Change.before),
            "\(change), call \(step): \(found)")
        // Any change cleans up. This one has no other effect.
        #expect(try registry.promote(found.1, RegistryFixture.signature()) == nil)
        #expect(try registry.problems() == [], "\(change), call \(step)")
        for version in try registry.versions() { #expect(try registry.problems(of: version) == []) }
        let hidden = try desk.names().filter { $0.hasPrefix(".") }
        #expect(hidden.isEmpty, "\(change), call \(step): \(hidden)")
        let records = try registry.history()
        #expect(records.map(\.number) == Array(1...records.count), "\(change), call \(step)")
        #expect(records.filter(\.changesActiveVersion).last?.version == found.1, "\(change), call \(step)")
        if change == .remove, records.last?.act == .remove {
            #expect(
                try registry.versions() == change.after.versions, "\(step): the removed version still exists")
        }
        // Repeat the change, unless it was completed.
        if try (registry.versions(), registry.activeVersionOrNone()) != change.after {
            try change.run(registry)
            #expect(try (registry.versions(), registry.activeVersionOrNone()) == change.after)
        }
    }

    @Test(arguments: Change.allCases)
    func `a failure of any system call leaves the old or the new state without leftovers`(change: Change)
        throws
    {
        let prepared = try Self.prepared()
        var steps = 0
        while true {
            let desk = try prepared.copy()
            let calls = FaultyFileSystem(.failed, at: steps + 1)
            do {
                try change.run(desk.registry(calls))
                if calls.calls <= steps { break }
            } catch let error as RegistryError {
                #expect(error.code == .cannotWrite, "\(error)")
            }
            steps += 1
            try check(desk, change, at: steps, mayBeBefore: true)
        }
        #expect(steps >= 6, "too few steps: \(steps)")
    }

    @Test func `an incomplete last line of the history is removed by the next change`() throws {
        let desk = try Self.prepared()
        let file = desk.folder.appending(path: "history")
        let whole = try Data(contentsOf: file)
        try (whole + Data(#"{"act":"promote","number":3,"ver"#.utf8)).write(to: file)
        #expect(try desk.registry().history().count == 2)
        try desk.registry().promote("1.0.2", RegistryFixture.signature())
        #expect(try desk.registry().history().map(\.number) == [1, 2, 3])
        #expect(try Data(contentsOf: file).starts(with: whole), "the history is append-only")
    }

    @Test func `a concurrent change fails with the holder of the lock, and reading needs no lock`() throws {
        let desk = try Self.prepared()
        let lock = try RegistryLock(
            desk.folder.appending(path: "lock").path, for: "a long change", timeout: .zero)
        let error = #expect(throws: RegistryError.self) {
            try desk.registry().promote("1.0.2", RegistryFixture.signature())
        }
        #expect(error?.code == .locked && error?.exitStatus == 75)
        #expect(
            error?.description.contains("process \(getpid()) (a long change)") ?? false,
            "\(String(describing: error))")
        #expect(try desk.registry().activeVersion() == "1.0.1", "a reader does not wait")
        lock.release()
        #expect(try desk.registry().promote("1.0.2", RegistryFixture.signature()) != nil)
    }

    @Test func `the condition of a change is checked while the registry is locked`() throws {
        let desk = try Self.prepared()
        let registry = desk.registry()
        func code(_ change: () throws -> Void) -> RegistryError.Code? {
            do {
                try change()
                return nil
            } catch {
                return (error as? RegistryError)?.code
            }
        }
        let refused = [
            code { try registry.promote("1.0.2", RegistryFixture.signature()) { false } },
            code { try registry.rollback(RegistryFixture.signature()) { false } },
            code { try registry.rollback(to: .distantPast, RegistryFixture.signature()) { false } },
        ]
        #expect(refused == [.changed, .changed, .changed])
        #expect(try registry.activeVersion() == "1.0.1" && registry.history().count == 2)
        var meanwhile: RegistryError.Code?
        let record = try registry.promote("1.0.2", RegistryFixture.signature()) {
            meanwhile = code { try registry.promote("1.0.0", RegistryFixture.signature()) }
            return true
        }
        #expect(meanwhile == .locked && record?.before == "1.0.1")
    }

    @Test func `concurrent promotions are serialized`() async throws {
        let desk = try Self.prepared()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<4 {
                group.addTask {
                    var done = 0
                    for turn in 0..<10 {
                        let version = "1.0.\((task + turn) % 3)"
                        let registry = desk.registry(timeout: .seconds(60))
                        if try registry.promote(version, RegistryFixture.signature("\(task)")) != nil {
                            done += 1
                        }
                    }
                    return done
                }
            }
            let done = try await group.reduce(0, +)
            let records = try desk.registry().history()
            #expect(records.count == 2 + done && records.map(\.number) == Array(1...records.count))
            for (one, next) in zip(records, records.dropFirst()) { #expect(next.before == one.version) }
        }
        #expect(try desk.registry().problems() == [])
    }
}
