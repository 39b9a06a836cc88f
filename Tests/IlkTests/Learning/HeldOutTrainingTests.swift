import Foundation
import Ilk
import IlkFiles
import IlkLearning
import IlkVocabulary
import Testing

/// Versions of a taxonomy are compared by models that have not learned the held-out texts.
@Suite("Held-out texts of versions") struct HeldOutTrainingTests {
    private typealias Category = IlkVocabulary.Category

    private let desk: RuleTestFolder
    private var registry: ModelRegistry { ModelRegistry(folder: desk.folders.models, taxonomy: "tools") }

    init() throws { desk = try RuleTestFolder() }

    private func texts(_ numbers: Range<Int>, _ words: [String] = ["hose", "pump"]) -> [LabeledText] {
        numbers.flatMap { number in
            words.map { LabeledText(text: "the \($0) number \(number)", category: Category($0)) }
        }
    }

    /// Trains a version, and returns the report and the texts that each of the trained models has learned.
    private func train(
        _ texts: [LabeledText]
    ) throws -> (report: RegistrationReport, learned: [Set<String>]) {
        var training = ModelTraining(taxonomyName: "tools", folders: desk.folders)
        training.search = nil
        let registration = ModelRegistration(
            name: "tools", signature: ChangeAuthor(who: "tester", when: Date(timeIntervalSince1970: 0)),
            folders: desk.folders, check: {})
        var learned: [Set<String>] = []
        let report = try registration.run(texts, files: ["list"], training) { texts, taxonomy, _ in
            learned.append(Set(texts.map(\.text)))
            return try training.train(texts, taxonomy) { _ in }
        }
        return (report, learned)
    }

    @Test func `a version learns all texts, and evaluation models never learn the held-out ones`() throws {
        let first = try train(texts(0..<60))
        let all = Set(texts(0..<60).map(\.text))
        #expect(first.learned.count == 2 && first.learned.last == all && first.report.texts == 120)
        let before = all.subtracting(first.learned[0])
        #expect(first.report.heldOut == before.count && (10...40).contains(before.count))
        let grown = texts(0..<90).reversed() + []
        let second = try train(grown)
        let heldOut = Set(grown.map(\.text)).subtracting(second.learned[0])
        #expect(heldOut.isSuperset(of: before) && heldOut.isDisjoint(with: first.learned[0]))
        let measured = try #require(second.report.measured.first)
        #expect(measured.new.count == heldOut.count && measured.active?.count == heldOut.count)
        let manifest = try registry.manifest(version: second.report.version)
        #expect(manifest.data?.first?.texts == 180 && manifest.measuredOn?.texts == heldOut.count)
        #expect(try registry.evaluationModel(version: second.report.version) != nil)
        #expect(try registry.problems(of: second.report.version).isEmpty)
    }

    @Test func `a version without an evaluation model is not compared`() throws {
        // Fewer than 50 texts are all learned.
        let first = try train(texts(0..<20))
        #expect(
            try first.learned.count == 1 && registry.evaluationModel(version: first.report.version) == nil)
        let second = try train(texts(0..<90))
        let measured = try #require(second.report.measured.first)
        #expect(measured.active == nil && measured.new.count == second.report.heldOut)
        #expect(second.report.objection == nil)
    }

    @Test func `an exported version has no evaluation model`() throws {
        let first = try train(texts(0..<60))
        let bundle = try VersionBundle(registry.exported(first.report.version))
        let other = ModelRegistry(folder: desk.folders.models + "/another", taxonomy: "tools")
        let added = try other.add(bundle.model, bundle.manifest)
        #expect(try other.evaluationModel(version: added.version) == nil)
        #expect(try other.problems(of: added.version).isEmpty)
    }
}
