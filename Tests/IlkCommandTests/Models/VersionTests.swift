import Foundation
import IlkLearning
import IlkLog
import IlkStore
import IlkVerdictConsole
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkConsole
@testable import IlkModels

/// The implementation of the model and log commands, tested without the command line.
@Suite("Model versions") struct VersionTests {
    private let tool: Tool
    private let output: PipePair
    private let console: Console

    init() throws {
        tool = try Tool()
        output = try PipePair()
        console = .silent(
            output: OutputWriter(descriptor: output.writing, name: "pipe", flushesEachRecord: false),
            environment: tool.machine.environment(path: ""))
    }

    /// Returns a registry with two models of different texts, and their versions.
    private func registry() async throws -> (ModelRegistry, [String]) {
        var texts = GeneratedTexts(seed: 41)
        for name in ["a", "b"] {
            try tool.write("\(name).jsonl", texts.lines(60))
            let trained = try await tool.line(
                "ilk train \(name).jsonl --name places --feature-groups unigrams -o \(name).ilk")
            #expect(trained.status == 0, "\(trained.errors)")
            #expect(try await tool.line("ilk model import \(name).ilk").status == 0)
        }
        let data = URL(filePath: tool.log).deletingLastPathComponent()
        let registry = ModelRegistry(folder: data.appending(path: "models").path, taxonomy: "places")
        return (registry, try registry.versions())
    }

    private func failure(_ body: () async throws -> Void) async -> CommandError? {
        do {
            try await body()
            return nil
        } catch {
            return CommandError(error)
        }
    }

    @Test func `a merged version names both base versions and cannot be merged with them again`() async throws
    {
        let (registry, versions) = try await registry()
        try #require(versions.count == 2)
        let merge = VersionMerge(
            registry: registry, signature: ChangeAuthor(who: "ana", when: Date()), console: console)
        #expect(await failure { try merge.run(versions[0], versions[0]) }?.status == .usage)
        try merge.run(versions[0], versions[1])
        let merged = try #require(try registry.versions().first { !versions.contains($0) })
        let manifest = try registry.manifest(version: merged)
        #expect(manifest.baseVersions.map(\.version) == versions && manifest.by == "ana")
        #expect(manifest.why == "merged from \(versions[0]) and \(versions[1])")
        #expect(await failure { try merge.run(merged, versions[1]) }?.status == .badConfiguration)
    }

    /// Writes a copy of the model `a.ilk` that names another tokenizer.
    private func writeForeignModel() throws {
        let folder = tool.machine.folder
        let bytes = Array(try Data(contentsOf: folder.appending(path: "a.ilk")))
        var manifest = try BayesModel(ModelStorage(copying: bytes)).manifest
        manifest.tokenizer = String(repeating: "ab", count: 32)
        manifest.icuVersion = "63.1"
        let changed = try ModelFile.adding(.manifest, manifest.encoded(), to: bytes)
        try Data(changed).write(to: folder.appending(path: "foreign.ilk"), options: .atomic)
    }

    @Test func `a model of another tokenizer is reported when it is used, shown and checked`() async throws {
        let (registry, versions) = try await registry()
        let told = "the model was trained with ICU 63.1, which splits some texts differently"
        for command in ["classify", "explain"] {
            let plain = try await tool.line("ilk \(command) --model a.ilk", input: "rain\n")
            #expect(plain.errors.isEmpty, "\(plain.errors)")
        }
        try writeForeignModel()
        for command in ["classify --lines", "explain --lines", "eval a.jsonl"] {
            let run = try await tool.line("ilk \(command) --model foreign.ilk", input: "rain\nsun\n")
            #expect(run.status == 0 && run.errors.components(separatedBy: told).count == 2, "\(run.errors)")
            #expect(run.errors.contains("train the model again with: ilk train"), "\(run.errors)")
        }
        #expect(try await tool.line("ilk classify -q --model foreign.ilk", input: "rain").errors.isEmpty)

        #expect(try await tool.line("ilk model import foreign.ilk").status == 0)
        let version = try #require(try registry.versions().first { !versions.contains($0) })
        func shown(_ version: String) async throws -> String {
            let run = try await tool.line("ilk model show \(version) --taxonomy places --format json")
            return run.output
        }
        #expect(try await shown(version).contains(told))
        #expect(try await !shown(versions[0]).contains("warning"))
        _ = try registry.promote(version, ChangeAuthor(who: "ana", when: Date()))
        let checked = try await tool.line("ilk doctor")
        #expect(checked.output.contains("; warning: \(told)"), "\(checked.output)")
    }

    @Test func `a damaged version is found`() async throws {
        let (registry, versions) = try await registry()
        let check = RegistryCheck(registry: registry, format: .text, console: console)
        try check.run()
        #expect(output.read().contains("OK"))
        let model = URL(filePath: registry.path(version: versions[0]))
        try (Data(contentsOf: model) + [0]).write(to: model, options: .atomic)
        #expect(await failure { try check.run(versions) }?.status == .checkFailed)
        let told = output.read().split(separator: "\n").map(String.init)
        #expect(told.contains { $0.hasPrefix(versions[1]) && $0.hasSuffix("OK") }, "\(told)")
        #expect(!told.contains { $0.hasPrefix(versions[0]) && $0.hasSuffix("OK") }, "\(told)")
    }

    @Test func `versions with different texts differ and a version equals itself`() async throws {
        let (registry, versions) = try await registry()
        try VersionDifference.show(versions[0], versions[1], in: registry, as: .ndjson, console)
        #expect(output.read().contains(#""what":"digest""#))
        let side = try VersionDifference.Side(versions[0], in: registry)
        #expect(VersionDifference.rows(side, side).isEmpty)
    }

    @Test func `the review queue returns the requested number of entries`() async throws {
        for text in ["see you at 8", "int x = 1;", "cheap flights to rome"] {
            #expect(try await tool.run("classify", "--log", input: text).status == 0)
        }
        for isAnswered in [true, false] {
            let store = try LogStoreAccess.open(tool.log, folders: console.folders, access: .readWrite)
            try await LogQueue(limit: 2, recordsListing: isAnswered, format: .ndjson, console: console).run(
                store)
            try store.close()
            let entries = output.read().split(separator: "\n")
            #expect(entries.count == 2 && entries.allSatisfy { $0.contains(#""audit":"#) }, "\(entries)")
        }
    }
}
