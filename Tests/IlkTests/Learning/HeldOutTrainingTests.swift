import Foundation
import Ilk
import IlkFiles
import IlkLearning
import IlkVocabulary
import Testing

/// Versions of a taxonomy are compared on texts that none of them has learned.
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

    /// Trains a version, and returns the report and the learned texts.
    private func train(_ texts: [LabeledText]) throws -> (report: RegistrationReport, learned: Set<String>) {
        var training = ModelTraining(taxonomyName: "tools", folders: desk.folders)
        training.search = nil
        let registration = ModelRegistration(
            name: "tools", signature: ChangeAuthor(who: "tester", when: Date(timeIntervalSince1970: 0)),
            folders: desk.folders, check: {})
        var learned: Set<String> = []
        let report = try registration.run(texts, place: { "\($0)" }, files: ["list"], training) {
            learned.formUnion($0.map(\.text))
            return try training.train($0, $1) { _ in }
        }
        return (report, learned)
    }

    @Test func `texts of a growing file that were held out are never learned`() throws {
        let first = try train(texts(0..<60))
        #expect(first.report.texts == first.learned.count)
        #expect(first.report.heldOut == 120 - first.learned.count)
        #expect((10...40).contains(first.report.heldOut))
        let grown = texts(0..<90).reversed() + []
        let second = try train(grown)
        let heldOut = Set(grown.map(\.text)).subtracting(second.learned)
        #expect(heldOut.isDisjoint(with: first.learned))
        #expect(heldOut.isSuperset(of: Set(texts(0..<60).map(\.text)).subtracting(first.learned)))
        let measured = try #require(second.report.measured.first)
        #expect(measured.new.count == heldOut.count && measured.active?.count == heldOut.count)
        let manifest = try registry.manifest(version: second.report.version)
        #expect(manifest.data?.first?.texts == second.learned.count)
        #expect(manifest.measuredOn?.texts == heldOut.count && manifest.withoutHeldOut == [])
    }

    @Test func `rare labels are learned completely, and their texts are not compared later`() throws {
        let rare = texts(0..<9, ["valve"])
        let first = try train(texts(0..<60) + rare)
        #expect(first.learned.isSuperset(of: rare.map(\.text)))
        #expect(try registry.manifest(version: first.report.version).withoutHeldOut == ["valve"])
        // The version is a candidate, because the label has fewer than 10 texts.
        try registry.promote(first.report.version, ChangeAuthor(who: "tester", when: .distantPast))
        let grown = texts(0..<60) + texts(0..<40, ["valve"])
        let second = try train(grown)
        #expect(second.report.measured.first?.active?.count == first.report.heldOut)
        #expect(second.report.heldOut > first.report.heldOut)
    }

    @Test(arguments: [20, 60])
    func `a version that may have learned the held-out texts is not compared`(count: Int) throws {
        // Fewer than 50 texts are all learned. Manifests of earlier releases do not name held-out texts.
        let first = try train(texts(0..<count))
        let folder = "\(desk.folders.models)/tools/\(first.report.version)"
        if count == 60 {
            let file = URL(filePath: folder + "/manifest.json")
            let text = try String(contentsOf: file, encoding: .utf8)
            let earlier = text.replacing(/"withoutHeldOut" : \[\s*\],?/, with: "")
            #expect(earlier != text)
            try Data(earlier.utf8).write(to: file, options: .atomic)
        }
        let second = try train(texts(0..<90))
        let measured = try #require(second.report.measured.first)
        #expect(measured.active == nil && measured.new.count == second.report.heldOut)
        #expect(second.report.objection == nil)
    }
}
