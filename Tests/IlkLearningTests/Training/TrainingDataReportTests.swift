import IlkVocabulary
import Testing

@testable import IlkLearning

@Suite("Reports about training data") struct TrainingDataReportTests {
    private func report(_ texts: [(String, Category)]) -> TrainingDataReport {
        TrainingDataReport(of: texts.map { LabeledText(text: $0.0, category: $0.1) })
    }

    /// Returns distinct texts.
    private func texts(_ count: Int, _ label: Category) -> [(String, Category)] {
        (0..<count).map { ("\(label) \($0)", label) }
    }

    @Test func `sound texts have no findings`() {
        let found = report(texts(12, "x") + texts(10, "y"))
        #expect(!found.hasDefects && found.imbalance == nil && !found.hasSeveralLanguages)
        #expect(found.texts == 22 && found.labels.map(\.texts) == [12, 10])
        #expect(found.labels.map(\.label) == ["x", "y"] && found.labels.map(\.first) == [0, 12])
    }

    @Test func `no texts and a single label are defects`() {
        #expect(report([]).hasDefects && report([]).imbalance == nil && !report([]).hasSingleLabel)
        let found = report(texts(12, "x"))
        #expect(found.hasSingleLabel && found.hasDefects && found.rareLabels.isEmpty)
        let labeled = texts(12, "x").map { LabeledText(text: $0.0, category: $0.1) }
        let multilabel = TrainingDataReport(of: labeled, isMultilabel: true)
        #expect(!multilabel.hasSingleLabel && !multilabel.hasDefects)
    }

    @Test func `repeated texts are counted by kind, and the first three are examples`() {
        let found = report(
            [
                ("See you", "x"), ("see  YOU ", "x"), ("See you", "x"), ("see you", "y"), ("Größe", "x"),
                ("GRÖSSE", "x"), ("größe\u{3000}", "x"), ("See you", "x"), ("See you", "x"), ("See you", "x"),
            ] + texts(10, "x") + texts(10, "y"))
        #expect(found.duplicates.count == 4)
        #expect(
            found.duplicates.examples.map(\.text) == [2, 7, 8] && found.duplicates.examples[0].first == 0)
        #expect(found.nearDuplicates.examples.map(\.text) == [1, 6])
        #expect(found.nearDuplicates.examples.map(\.first) == [0, 4])
        #expect(found.conflicts.count == 1 && found.conflicts.examples[0].text == 3)
        #expect(found.hasDefects)
    }

    @Test func `texts with several labels are counted by label and by number of labels`() {
        func text(_ text: String, _ labels: [Category]) -> LabeledText {
            var found = LabeledText(text: text, category: "")
            found.categories = labels
            return found
        }
        let texts = [
            text("a", ["x", "y"]), text("b", []), text("a", ["y"]), text("A", ["y", "x"]), text("c", ["x"]),
        ]
        let found = TrainingDataReport(of: texts, isMultilabel: true)
        #expect(found.labels.map(\.label) == ["x", "y"] && found.labels.map(\.texts) == [3, 3])
        #expect(found.labelsPerText?.map(\.labels) == [0, 1, 2])
        #expect(found.labelsPerText?.map(\.texts) == [1, 2, 2])
        // A text with other labels than its first occurrence is no fault; the same labels in another order
        // are a repetition.
        #expect(found.conflicts.count == 0 && found.nearDuplicates.examples.map(\.text) == [3])
        #expect(report([("a", "x")]).labelsPerText == nil)
    }

    @Test func `texts of white space are empty and not duplicates`() {
        let found = report([("", "x"), (" \n\t", "x"), ("\u{3000}", "x")] + texts(10, "x"))
        #expect(found.emptyTexts.count == 3 && found.emptyTexts.examples == [0, 1, 2])
        #expect(found.duplicates.count == 0 && found.nearDuplicates.count == 0 && found.hasDefects)
    }

    @Test func `rare and imbalanced labels are found`() {
        let found = report(texts(90, "x") + texts(9, "y") + texts(10, "z"))
        #expect(found.rareLabels.map(\.label) == ["y"] && found.rareLabels[0].first == 90)
        #expect(found.imbalance == 10 && found.hasDefects)
        let even = report(texts(99, "x") + texts(10, "z"))
        #expect(even.imbalance == nil && !even.hasDefects)
    }

    @Test func `a second language is reported from five percent on`() {
        let english = (0..<19).map { ("The invoice for this month is too high, number \($0)", Category("x")) }
        let german = [("Die Rechnung ist viel zu hoch und wurde nicht bezahlt", Category("x"))]
        let found = report(english + german)
        #expect(found.languages.map(\.language) == ["en", "de"] && found.languages.map(\.texts) == [19, 1])
        #expect(found.hasSeveralLanguages && found.hasSingleLabel)
        #expect(!report(english + english + german).hasSeveralLanguages)
    }
}
