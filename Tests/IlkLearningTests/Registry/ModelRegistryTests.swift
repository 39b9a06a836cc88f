import Foundation
import IlkModels
import IlkVocabulary
import Testing

@testable import IlkLearning

@Suite("Model registry") struct ModelRegistryTests {
    private let desk: RegistryFixture

    init() throws { desk = try RegistryFixture() }

    private func code(_ body: () throws -> Void) -> RegistryError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? RegistryError)?.code
        }
    }

    @Test func `version numbers increase, and none is overwritten or used again`() throws {
        let registry = desk.registry()
        #expect(try registry.versions() == [] && registry.activeVersion() == nil)
        #expect(try desk.add(1) == "1.0.0")
        #expect(try desk.add(2) == "1.0.1")
        #expect(code { try desk.add(1) } == .versionExists)
        var manifest = try RegistryFixture.manifest(of: try RegistryFixture.model(3))
        manifest.version = "1.0.1"
        #expect(
            try registry.add(try RegistryFixture.model(3), manifest).version == "1.0.2",
            "that number is taken")
        manifest = try RegistryFixture.manifest(of: try RegistryFixture.model(4))
        manifest.version = "2.5"
        #expect(try registry.add(try RegistryFixture.model(4), manifest).version == "2.5")
        try registry.remove("2.5", RegistryFixture.signature())
        #expect(
            try registry.add(try RegistryFixture.model(4), manifest).version == "2.6", "the number is taken")
        #expect(try registry.versions() == ["1.0.0", "1.0.1", "1.0.2", "2.6"])
    }

    @Test func `a version has a model, manifest, card and digests, readable by its owner only`() throws {
        try desk.add(1)
        let names = try desk.names().filter { $0.hasPrefix("1.0.0/") }
        #expect(names == ["CARD.md", "SHA256SUMS", "manifest.json", "weather.ilk"].map { "1.0.0/" + $0 })
        for name in names {
            let path = desk.folder.appending(path: name).path
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600, "\(name)")
        }
        let manifest = try desk.registry().manifest(version: "1.0.0")
        #expect(manifest.documents == ["cold": 2, "warm": 1] && manifest.kind == "bayes")
        #expect(manifest.featureSet?.digest.count == 64 && manifest.tokenizer?.digest.count == 64)
        let card = try #require(try desk.registry().card(version: "1.0.0"))
        #expect(card.contains("# weather 1.0.0") && card.contains(manifest.digest))
    }

    @Test func `a card shows what each classifier contributes to each label`() throws {
        func figures(_ name: String, _ labels: String) throws -> VersionFigures {
            let json = """
                {"classifier":"\(name)","texts":9,"accuracy":0.5,"macroF1":0.5,"calibrationError":0.1,"byLength":[]\(labels)}
                """
            return try JSONDecoder().decode(VersionFigures.self, from: Data(json.utf8))
        }
        func labels(_ cold: Double, _ warm: Double) -> String {
            #","byLabel":[{"category":"cold","texts":4,"f1":\#(cold)},{"category":"warm","texts":5,"f1":\#(warm)}]"#
        }
        var manifest = try RegistryFixture.manifest(of: RegistryFixture.model(1))
        manifest.measuredOn = VersionManifest.DataSet(name: "held-out texts", digest: "ab")
        manifest.figures = [
            try figures("rules", labels(0.25, 0.5)), try figures("bayes", labels(0.5, 0.75)),
        ]
        let card = VersionCard.text(manifest)
        #expect(card.contains("F1 by category:\n\n| category | texts | rules | bayes |"), "\(card)")
        #expect(
            card.contains("\n| warm | 5 | \(VersionCard.decimal(0.5)) | \(VersionCard.decimal(0.75)) |\n"))
        // Manifests of earlier programs have no figures by label.
        manifest.figures = [try figures("rules", "")]
        #expect(!VersionCard.text(manifest).contains("F1 by category"))
    }

    @Test func `promotions are recorded with author, time and reason, and rolled back in order`() throws {
        for number in 1...3 { try desk.add(number) }
        let registry = desk.registry()
        for (second, version) in ["1.0.0", "1.0.1", "1.0.2"].enumerated() {
            try registry.promote(version, RegistryFixture.signature("why \(version)", second: second))
        }
        #expect(try registry.promote("1.0.2", RegistryFixture.signature()) == nil, "it is already active")
        #expect(try registry.rollback(RegistryFixture.signature("bad")).version == "1.0.1")
        try registry.promote("1.0.0", RegistryFixture.signature())
        #expect(try registry.rollback(RegistryFixture.signature()).version == "1.0.1")
        #expect(try registry.rollback(RegistryFixture.signature()).version == "1.0.0")
        let records = try registry.history()
        #expect(
            records.map(\.act) == [.promote, .promote, .promote, .rollback, .promote, .rollback, .rollback])
        #expect(records[1].who == "tester" && records[1].why == "why 1.0.1" && records[1].before == "1.0.0")
        #expect(records[1].when == RegistryFixture.signature(second: 1).when)
        #expect(try registry.chosenVersionAndDigest()?.digest == registry.manifest(version: "1.0.0").digest)
    }

    @Test func `rolling back the first version returns to no model`() throws {
        for number in 1...2 { try desk.add(number) }
        let registry = desk.registry()
        #expect(try registry.activeVersionOrNone() == "none" && registry.activeVersion() == nil)
        #expect(code { try registry.rollback(RegistryFixture.signature()) } == .nothingBefore)
        #expect(try registry.promote("none", RegistryFixture.signature()) == nil, "it is already active")
        try registry.promote("1.0.0", RegistryFixture.signature())
        let record = try registry.rollback(RegistryFixture.signature("it calls all of it cold"))
        #expect(record.version == "none" && record.before == "1.0.0" && record.digest.isEmpty)
        #expect(try registry.activeVersionOrNone() == "none" && registry.activeVersion() == nil)
        #expect(try registry.problems().isEmpty && registry.history().map(\.version) == ["1.0.0", "none"])
        #expect(code { try registry.rollback(RegistryFixture.signature()) } == .nothingBefore)
        // No model is a state like any other: it can be promoted and rolled back.
        try registry.promote("1.0.1", RegistryFixture.signature())
        try registry.promote("none", RegistryFixture.signature())
        #expect(try registry.find("none") == "none" && registry.chosenVersion() == "none")
        #expect(try registry.rollback(RegistryFixture.signature()).version == "1.0.1")
        #expect(try registry.rollback(RegistryFixture.signature()).version == "none")
        // Inactive versions can be removed.
        for version in ["1.0.0", "1.0.1"] { try registry.remove(version, RegistryFixture.signature()) }
        #expect(try registry.versions().isEmpty && registry.activeVersionOrNone() == "none")
    }

    @Test
    func `a history of an earlier release without a state before the first version can be rolled back`()
        throws
    {
        try desk.add(1)
        let registry = desk.registry()
        try registry.promote("1.0.0", RegistryFixture.signature())
        for name in ["active", "history"] {
            let file = desk.folder.appending(path: name)
            let text = try String(contentsOf: file, encoding: .utf8)
            try text.replacing(#""before":"none","#, with: "").write(
                to: file, atomically: true, encoding: .utf8)
            #expect(text.contains("none"))
        }
        #expect(try registry.history().first?.before == nil && registry.rollbackTarget() == "none")
    }

    @Test func `removing a version can include all versions fine-tuned from it`() throws {
        for number in 1...4 { try desk.add(number) }
        let registry = desk.registry()
        try registry.promote("1.0.1", RegistryFixture.signature())
        let parents = try ["1.0.0", "1.0.1"].map { version in
            VersionManifest.BaseVersion(
                version: version, digest: try registry.manifest(version: version).digest)
        }
        let merged = try RegistryFixture.model(5)
        var manifest = try RegistryFixture.manifest(of: merged)
        manifest.baseVersions = parents
        try registry.add(merged, manifest)
        #expect(try registry.includingDescendants(of: ["1.0.1"]) == ["1.0.1", "1.0.4"])
        #expect(try registry.includingDescendants(of: []) == [])
        let forgotten = try registry.remove(
            registry.includingDescendants(of: ["1.0.1"]), fallingBackTo: "none", RegistryFixture.signature())
        #expect(forgotten.activatedFallback == "none" && forgotten.digests.count == 2)
        #expect(
            try registry.versions() == ["1.0.0", "1.0.2", "1.0.3"] && registry.activeVersionOrNone() == "none"
        )
    }

    @Test func `a time without a fraction includes the changes within its second`() throws {
        for number in 1...2 { try desk.add(number) }
        let registry = desk.registry()
        let start = RegistryFixture.signature(second: 0).when
        for (seconds, version) in [(0.25, "1.0.0"), (10.75, "1.0.1")] {
            let when = start.addingTimeInterval(seconds)
            try registry.promote(version, ChangeAuthor(who: "ana", why: "a test", when: when))
        }
        // The history shows these changes at 0 and 10 seconds.
        let expected: [(Double, String)] = [
            (-1, "none"), (0, "1.0.0"), (9, "1.0.0"), (10, "1.0.1"), (10.5, "1.0.0"),
        ]
        for (seconds, version) in expected {
            let time = start.addingTimeInterval(seconds)
            #expect(try registry.version(activeAt: time) == version, "\(seconds)")
        }
    }

    @Test func `a rollback to a time restores the version that was active then`() throws {
        for number in 1...3 { try desk.add(number) }
        let registry = desk.registry()
        let time = { (second: Int) in RegistryFixture.signature(second: second).when }
        #expect(try registry.version(activeAt: time(0)) == "none")
        for (number, version) in ["1.0.0", "1.0.1", "1.0.2"].enumerated() {
            try registry.promote(version, RegistryFixture.signature(second: 10 * number))
        }
        for (second, version) in [(-1, "none"), (0, "1.0.0"), (9, "1.0.0"), (10, "1.0.1"), (99, "1.0.2")] {
            #expect(try registry.version(activeAt: time(second)) == version, "\(second)")
        }
        #expect(try registry.rollback(to: time(99), RegistryFixture.signature(second: 100)) == nil)
        let record = try registry.rollback(to: time(5), RegistryFixture.signature("by date", second: 101))
        #expect(record?.act == .rollback && record?.version == "1.0.0" && record?.before == "1.0.2")
        #expect(try registry.version(activeAt: time(101)) == "1.0.0")
        // A version that was rolled back can be restored, and a rollback then returns to the one before.
        try registry.rollback(to: time(15), RegistryFixture.signature(second: 102))
        #expect(try registry.activeVersionOrNone() == "1.0.1" && registry.rollbackTarget() == "1.0.0")
        #expect(
            try registry.rollback(to: time(-1), RegistryFixture.signature(second: 103))?.version == "none")
        #expect(try registry.rollbackTarget() == nil)
        // A version that was removed since cannot be restored.
        try registry.remove("1.0.2", RegistryFixture.signature(second: 104))
        #expect(
            code { try registry.rollback(to: time(30), RegistryFixture.signature(second: 105)) }
                == .unknownVersion)
    }

    @Test func `a rollback skips removed versions`() throws {
        for number in 1...3 { try desk.add(number) }
        let registry = desk.registry()
        for version in ["1.0.0", "1.0.1", "1.0.2"] {
            try registry.promote(version, RegistryFixture.signature())
        }
        #expect(code { try registry.remove("1.0.2", RegistryFixture.signature()) } == .notAllowed)
        try registry.remove("1.0.1", RegistryFixture.signature("has a bad source"))
        #expect(try registry.rollback(RegistryFixture.signature()).version == "1.0.0")
        #expect(try !desk.names().contains { $0.contains("1.0.1") })
    }

    @Test(arguments: ["doctype", "emotion", "severity", "spam"])
    func `the built-in model is a version that can be promoted but not removed`(taxonomy: String) throws {
        let registry = ModelRegistry(folder: desk.root.path, taxonomy: taxonomy)
        #expect(registry.hasBuiltIn)
        #expect(try registry.activeVersion() == "built-in" && registry.chosenVersion() == nil)
        let digest = try registry.manifest(version: "built-in").digest
        #expect(try registry.version(digest: digest) == "built-in")
        #expect(
            try registry.find("active") == "built-in" && registry.find(String(digest.prefix(8))) == "built-in"
        )
        #expect(code { try registry.remove("built-in", RegistryFixture.signature()) } == .notAllowed)
        #expect(try registry.promote("built-in", RegistryFixture.signature()) == nil)
        #expect(try registry.problems(of: "built-in").isEmpty)
        let card = try #require(try registry.card(version: "built-in"))
        #expect(card.hasPrefix("# \(taxonomy) ") && card.contains(digest))
        #expect(card.contains("`models/\(taxonomy)/") && card.contains("/CARD.md`"))
    }

    @Test(
        arguments: [
            ("1.0.0", "1.0.0"), ("active", "1.0.1"), ("1.0.9", nil), ("2", nil), ("", nil), ("../1.0.0", nil),
            ("1.0.0/", nil), ("built-in", nil), ("01.0.0", nil), ("ffffffff", nil), ("1.0.0\n", nil),
        ] as [(String, String?)])
    func `a version is found by its name`(name: String, version: String?) throws {
        try desk.add(1)
        try desk.add(2)
        try desk.registry().promote("1.0.1", RegistryFixture.signature())
        do {
            #expect(try desk.registry().find(name) == version)
        } catch {
            #expect(version == nil && error.code == .unknownVersion && error.hint != nil, "\(error)")
        }
    }

    @Test func `a version is found by its digest and by a prefix of it`() throws {
        try desk.add(1)
        let digest = try desk.registry().manifest(version: "1.0.0").digest
        #expect(try desk.registry().version(digest: digest) == "1.0.0")
        #expect(try desk.registry().find(String(digest.prefix(6)).uppercased()) == "1.0.0")
        #expect(try desk.registry().version(digest: String(repeating: "0", count: 64)) == nil)
        #expect(desk.registry().unknown("1.0.1").hint?.contains("did you mean '1.0.0'?") ?? false)
    }

    @Test func `every byte of every file is verified`() throws {
        try desk.add(1)
        let registry = desk.registry()
        #expect(try registry.problems(of: "1.0.0") == [])
        for name in ["CARD.md", "manifest.json", "weather.ilk", "SHA256SUMS"] {
            let file = desk.folder.appending(path: "1.0.0/\(name)")
            let whole = try Data(contentsOf: file)
            for place in stride(from: 0, to: whole.count, by: max(1, whole.count / 40)) {
                var bytes = whole
                bytes[place] ^= 0x01
                try bytes.write(to: file)
                #expect(try registry.problems(of: "1.0.0") != [], "\(name), byte \(place)")
            }
            try whole.write(to: file)
        }
        #expect(try registry.problems(of: "1.0.0") == [])
        try Data().write(to: desk.folder.appending(path: "1.0.0/more"))
        #expect(try registry.problems(of: "1.0.0") == ["more does not belong to the version"])
        #expect(code { try registry.promote("1.0.0", RegistryFixture.signature()) } == .damaged)
    }

    @Test func `a symbolic link or a world-writable file is rejected`() throws {
        try desk.add(1)
        try desk.add(2)
        let files = FileManager.default
        let model = desk.folder.appending(path: "1.0.0/weather.ilk")
        try files.setAttributes([.posixPermissions: 0o666], ofItemAtPath: model.path)
        #expect(code { _ = try desk.registry().checkedPath(version: "1.0.0") } == .unsafe)
        #expect(code { try desk.registry().promote("1.0.0", RegistryFixture.signature()) } == .unsafe)
        let second = desk.folder.appending(path: "1.0.1/weather.ilk")
        try files.moveItem(at: second, to: desk.root.appending(path: "elsewhere"))
        try files.createSymbolicLink(at: second, withDestinationURL: desk.root.appending(path: "elsewhere"))
        #expect(code { _ = try desk.registry().checkedPath(version: "1.0.1") } == .unsafe)
        #expect(try desk.registry().problems(of: "1.0.1") != [])
        try Data("../../elsewhere\n".utf8).write(to: desk.folder.appending(path: "active"))
        #expect(code { _ = try desk.registry().chosenVersion() } == .damaged)
    }

    @Test func `a registry of an earlier release can be read and changed`() throws {
        let model = try RegistryFixture.model(1)
        let old = desk.folder.appending(path: "1.0.0")
        try FileManager.default.createDirectory(at: old, withIntermediateDirectories: true)
        try Data(model).write(to: old.appending(path: "weather.ilk"))
        let digest = try ModelReader.read(ModelStorage(copying: model)).digest.description
        let json =
            #"{"created":1763763213,"digest":"\#(digest)","note":"not worse","parent":"built-in 1.1.0","#
            + #""taxonomy":"weather","version":"1.0.0"}"#
        try Data(json.utf8).write(to: old.appending(path: "manifest.json"))
        try Data("1.0.0\n".utf8).write(to: desk.folder.appending(path: "active"))
        let registry = desk.registry()
        #expect(try registry.problems(of: "1.0.0") == [] && registry.problems() == [])
        #expect(try registry.manifest(version: "1.0.0").why == "not worse")
        #expect(try desk.add(2) == "1.0.1")
        try registry.promote("1.0.1", RegistryFixture.signature())
        #expect(try registry.rollback(RegistryFixture.signature()).version == "1.0.0")
    }
}
