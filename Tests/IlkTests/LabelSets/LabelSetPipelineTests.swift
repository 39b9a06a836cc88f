import Foundation
import Ilk
import IlkFiles
import IlkLearning
import IlkPipeline
import IlkVocabulary
import Testing

/// Pipelines of label sets with rules only.
@Suite struct LabelSetPipelineTests {
    private typealias Category = IlkVocabulary.Category

    private let desk: RuleTestFolder
    private let assembly: PipelineAssembly

    init() throws {
        desk = try RuleTestFolder()
        try desk.put(
            """
            version: 1
            pack: news.own
            taxonomy: news
            description: One rule.
            rules:
              - id: own.ball
                description: A ball
                label: sport
                weight: 4
                match: { m: { words: [ball] } }

            """)
        var set = LabelSet(
            id: "n", name: "news", labels: [.init("sport"), .init("other"), .init("politics")])
        set.merged = ["football": "sport"]
        set.defaultLabel = "other"
        set.rules = [desk.folder.path]
        var assembly = PipelineAssembly(folders: desk.folders)
        assembly.use(set)
        self.assembly = assembly
    }

    @Test func `without evidence the verdict guesses the set's default label`() throws {
        let reloadable = try ReloadablePipeline(assembly)
        for pipeline in [try assembly.pipeline(), reloadable.current] {
            let verdict = try pipeline.classify("nothing that the rule knows")
            #expect(verdict.category == "other" && verdict.abstention != nil, "\(verdict)")
            #expect(try pipeline.classify("a ball").category == "sport")
        }
        // The default label stays when corrections arrive and rules are loaded again.
        reloadable.use(corrections: [:])
        reloadable.reload()
        #expect(try reloadable.classify("nothing that the rule knows").category == "other")
    }

    @Test func `rules alone predict the labels of a multi-label set`() throws {
        var set = try #require(assembly.labelSet)
        set.isMultilabel = true
        var assembly = PipelineAssembly(folders: desk.folders)
        assembly.use(set)
        let pipeline = try assembly.pipeline()
        #expect(pipeline.taxonomy.isMultilabel)
        #expect(try pipeline.classify("a ball").categories == ["sport"])
        #expect(try pipeline.classify("nothing that the rule knows").categories == [])
    }

    @Test func `a correction with a merged label counts for the label that it became`() throws {
        let texts: [(String, Category)] = [("one", "football"), ("two", "politics"), ("three", "unknown")]
        let corrections = Dictionary(
            uniqueKeysWithValues: texts.map { (ContentDigest(of: $0.0), [$0.1]) })
        let reloadable = try ReloadablePipeline(assembly, corrections: corrections)
        #expect(try reloadable.classify("one").category == "sport")
        #expect(try reloadable.classify("two").category == "politics")
        #expect(try reloadable.classify("three").category == "other")
        reloadable.use(corrections: corrections)
        #expect(try reloadable.classify("one").category == "sport")
    }
}
