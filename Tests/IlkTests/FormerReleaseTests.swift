import Foundation
import IlkFiles
import IlkLearning
import IlkModels
import IlkPipeline
import IlkRuleTools
import IlkRules
import IlkVocabulary
import TestSupport
import Testing

@testable import Ilk

/// Models, rules, versions and archives that an earlier program wrote.
@Suite struct `Files of an earlier program` {
    private static let text = "Dear Ann, great song #cup. Kind regards, Tom\n"

    private static func rules() throws -> RuleSet {
        try FormerRelease.bytes("models/small.ilkrules").withUnsafeBytes {
            try CompiledRules.ruleSet(from: $0, taxonomy: .documentType)
        }
    }

    private static func model(_ path: String) throws -> any TextModel {
        try ModelReader.read(ModelStorage(copying: FormerRelease.bytes(path)))
    }

    /// Copies the data folder, because the readers create locks.
    private static func folders(in folder: TestFolder) throws -> IlkFolders {
        try FileManager.default.copyItem(
            at: FormerRelease.folder.appending(path: "data"), to: folder.url.appending(path: "ilk"))
        return IlkFolders(environment: [
            "XDG_DATA_HOME": folder.url.path, "XDG_CACHE_HOME": folder.url.path + "/cache",
            "XDG_CONFIG_HOME": folder.url.path + "/config",
            "CONFIGURATION_DIRECTORY": folder.url.path + "/etc",
        ])
    }

    /// A line of `classify --ndjson`.
    private struct Line: Decodable {
        struct Classification: Decodable {
            var category: IlkVocabulary.Category
            var scores: [String: Double]
            var abstention: String?
        }

        var text: String
        var classification: Classification
    }

    /// Checks that a pipeline gives the verdicts of a file, with the six digits that the file has.
    private static func check(_ path: String, _ classifier: any TextClassifier, lines: Int) throws {
        let pipeline = Pipeline(classifier: classifier)
        let taxonomy = classifier.taxonomy
        let rows = try FormerRelease.bytes(path).split(separator: UInt8(ascii: "\n"))
        #expect(rows.count == lines)
        for row in rows {
            let line = try JSONDecoder().decode(Line.self, from: Data(row))
            let verdict = try pipeline.classify(line.text)
            #expect(verdict.abstention?.rawValue == line.classification.abstention, "\(line.text)")
            // Without evidence the guess is the most frequent label today. It was the first one.
            guard verdict.abstention != .empty, verdict.abstention != .noEvidence else { continue }
            #expect(verdict.category == line.classification.category, "\(line.text)")
            #expect(line.classification.scores.count == taxonomy.count)
            for (category, probability) in zip(taxonomy.categories, verdict.probabilities) {
                let former = try #require(line.classification.scores[category.rawValue])
                #expect(abs(former - probability) <= 1e-5 * probability, "\(line.text): \(category)")
            }
        }
    }

    @Test func `a naive Bayes model and compiled rules give the same verdicts`() throws {
        let model = try Self.model("data/models/doctype/1.1.1/doctype.ilk")
        #expect(model.kind == .bayes && model.taxonomy == .documentType)
        try Self.check(
            "models/verdicts.ndjson", FusedClassifier(rules: Self.rules(), model: model), lines: 7)
    }

    @Test func `a linear model gives the same verdicts`() throws {
        let model = try Self.model("models/fruit-linear.ilk")
        #expect(model.kind == .linear && model.taxonomy.categories == ["apple", "lemon"])
        try Self.check("models/fruit-verdicts.ndjson", ModelClassifier(model), lines: 10)
    }

    @Test func `compiled rules have the same rules as their migrated source`() throws {
        let rules = try Self.rules()
        #expect(rules.rules.map(\.id) == ["greek", "greeting", "hash-tag"])
        #expect(rules.rules.map(\.status) == [.experimental, .stable, .test])
        #expect(rules.rules[2].weights.max() == 1)
        let sources = try ["small.yaml", "ours.yaml"].map {
            let source = RuleSource(name: $0, bytes: try FormerRelease.bytes("inputs/pack/\($0)"))
            guard case .rewritten(let bytes) = RulePackMigrator.migrate(source) else {
                throw CocoaError(.fileReadCorruptFile)
            }
            return RuleSource(name: $0, bytes: bytes)
        }
        let loaded = RulePack.load(sources: sources, taxonomy: .documentType)
        let fresh = try #require(loaded.ruleSet, "\(loaded.diagnostics)")
        #expect(fresh.rules.map(\.id) == rules.rules.map(\.id))
        #expect(fresh.rules.map(\.weights) == rules.rules.map(\.weights))
    }

    @Test func `an explanation is decoded and is the same today`() throws {
        let former = try JSONDecoder().decode(
            Verdict.self, from: Data(FormerRelease.bytes("models/explanation.json")))
        let model = try Self.model("data/models/doctype/1.1.1/doctype.ilk")
        let pipeline = Pipeline(classifier: try FusedClassifier(rules: Self.rules(), model: model))
        let verdict = try pipeline.classify(Self.text, explaining: true)
        #expect(former.provenance.modelDigest == verdict.provenance.modelDigest)
        #expect(former.provenance.ruleSetDigest == verdict.provenance.ruleSetDigest)
        #expect(former.category == "email" && verdict.category == "email")
        for (old, new) in zip(former.scores, verdict.scores) { #expect(abs(old - new) < 1e-9) }
        let names = { (verdict: Verdict, type: Evidence.EvidenceType) in
            verdict.evidence.filter { $0.type == type }.map(\.id).sorted()
        }
        #expect(names(former, .rule) == ["greeting", "hash-tag"])
        for type in [Evidence.EvidenceType.rule, .token] {
            #expect(names(former, type) == names(verdict, type))
        }
    }

    @Test func `guaranteed thresholds are decoded`() throws {
        let found = try JSONDecoder().decode(
            GuaranteedThresholds.self, from: Data(FormerRelease.bytes("models/thresholds.json")))
        #expect(found.answers.map(\.outcome) == [.guaranteed] && found.maxError == 0.5)
        #expect(found.answers[0].rows == 30 && (found.thresholds.defaultThreshold ?? 0) > 0.9)
        let model = try Self.model("data/models/doctype/1.1.1/doctype.ilk")
        #expect(found.isValid(for: ModelClassifier(model).provenance))
    }

    @Test func `a registry has its versions, its history and its active version`() throws {
        let folder = try TestFolder("ilk-former")
        let registry = ModelRegistry(folder: try Self.folders(in: folder).models, taxonomy: "doctype")
        #expect(try registry.versions() == ["1.1.1", "1.1.2"])
        #expect(try registry.activeVersion() == "1.1.2" && registry.rollbackTarget() == "1.1.1")
        #expect(try registry.problems() == [])
        for version in ["1.1.1", "1.1.2"] { #expect(try registry.problems(of: version) == []) }
        #expect(try registry.history().map(\.act) == [.import, .promote, .promote])
        #expect(try registry.history().map(\.version) == ["1.1.1", "1.1.1", "1.1.2"])
        #expect(try registry.history().map(\.why).last == "To have two versions")
        let manifest = try registry.manifest(version: "1.1.2")
        #expect(manifest.baseVersions.map(\.version) == ["1.1.1"] && manifest.by == "ilk retrain")
        #expect(manifest.documents?["email"] == 6 && manifest.featureSet?.featureGroups == ["words"])
        #expect(manifest.retraining?.corrections == 3 && manifest.retraining?.unlabeled == 3)
        #expect(manifest.retraining?.gate?.samples.map(\.comparison.texts) == [325])
        // The registry can be changed.
        try registry.rollback(ChangeAuthor(who: "tester", when: Date(timeIntervalSince1970: 2e9)))
        #expect(try registry.activeVersion() == "1.1.1")
    }

    @Test func `an archive has the model and the rules of a verdict`() throws {
        let folder = try TestFolder("ilk-former")
        let former = try JSONDecoder().decode(
            Verdict.self, from: Data(FormerRelease.bytes("models/explanation.json")))
        let folders = try Self.folders(in: folder)
        try FileManager.default.removeItem(atPath: folders.models)
        let (classifier, rules) = try VerdictArchive(folders: folders).classifier(
            of: former.provenance, taxonomy: .documentType, files: (models: [], rules: []))
        #expect(rules?.digest == former.provenance.ruleSetDigest)
        let verdict = try Pipeline(classifier: classifier).classify(Self.text)
        #expect(verdict.provenance.modelDigest == former.provenance.modelDigest)
        for (old, new) in zip(former.scores, verdict.scores) { #expect(abs(old - new) < 1e-9) }
    }

    @Test func `the counts of a retraining are read`() throws {
        let folder = try TestFolder("ilk-former")
        let folders = try Self.folders(in: folder)
        let counts = try #require(CountedLogFile(folders, taxonomy: "doctype").read(.documentType))
        #expect(counts.found.corrections == 3 && counts.learned.count == 3)
        let registry = ModelRegistry(folder: folders.models, taxonomy: "doctype")
        #expect(try counts.model == registry.manifest(version: "1.1.2").digest)
    }
}
