import Ilk
import Testing

@testable import IlkCommand
@testable import IlkConsole

@Suite("Learning reports as text") struct LearningReportTextTests {
    private static func text(_ phrases: LearningPhrases, columns: Int = 80) -> String {
        LearningReportText(phrases: phrases, style: Style(isColored: false), columns: columns).text
    }

    @Test func `a report with enough audits states their accuracy first`() {
        let phrases = LearningPhrases(report: LearningReportFixture.report(), option: " --taxonomy places")
        #expect(Self.text(phrases) == Self.expected)
    }

    @Test func `a report with few audits says that corrected texts are harder than average`() {
        let phrases = LearningPhrases(
            report: LearningReportFixture.report(audits: 10), option: " --taxonomy places")
        #expect(
            Self.text(phrases).contains(
                """
                86.7 % of the answers for corrected texts are correct (95 % interval 75.4 to
                94.1 %). Corrected texts are harder than average. To measure the accuracy on all
                texts, label 30 texts drawn at random (10 so far).
                To label some of these texts: ilk review --taxonomy places
                Chosen texts: 76.0 % of the older half and 100.0 % of the newer half are
                correct. Their 95 % intervals overlap: this may be chance.
                """))
    }

    @Test func `a log without corrections reads as one`() {
        let phrases = LearningPhrases(report: LearningReportFixture.empty, option: " --taxonomy places")
        #expect(
            Self.text(phrases) == """
                Learning report of places

                No corrections yet.
                To correct an entry: ilk log correct -1 garden --taxonomy places
                To review uncertain entries: ilk review --taxonomy places

                """)
        var ignored = LearningReportFixture.empty
        ignored.uncounted = 1
        #expect(
            Self.text(LearningPhrases(report: ignored)).hasSuffix(
                """

                No corrections to report.
                Not counted: 1 corrected text with an ignored author or a retired label.

                """))
        let period = LearningPhrases(report: LearningReportFixture.empty, hasPeriod: true)
        #expect(Self.text(period).hasSuffix("\nNo corrected texts in this period.\n"))
    }

    @Test func `no line is wider than the terminal`() {
        let long = String(repeating: "a long name of a label ", count: 4)
        let report = LearningReportFixture.report(names: ["1 \(long)", "2 \(long)", "3 \(long)"])
        let text = Self.text(LearningPhrases(report: report))
        for line in text.split(separator: "\n") { #expect(DisplayWidth.of(String(line)) <= 80, "\(line)") }
    }

    private static let expected = """
        Learning report of places
        60 corrected texts, classified 2026-09-01 08:00 to 2026-10-30 08:00 (UTC)

        87.5 % of the answers are correct (95 % interval 73.2 to 95.8 %), measured on 40
        texts drawn at random.
        Of 20 texts from the review queue or chosen by people, 85.0 % have correct
        answers. These texts are harder than average.
        Random texts: 75.0 % of the older half and 100.0 % of the newer half are
        correct. Their 95 % intervals overlap: this may be chance.
        The classifier abstained on 3 texts. For these texts, the most probable label
        counts as the answer.
        Not counted: 2 corrected texts with an ignored author or a retired label.

        Selection
        texts                   count  correct       95 %  abstained
        random (audits)            40   87.5 %  73.2-95.8          2
        chosen (queue, people)     20   85.0 %  62.1-96.8          1
        all                        60   86.7 %  75.4-94.1          3

        Random texts (audits) over time
        from        to          texts  correct        95 %
        2026-09-02  2026-09-15     10   80.0 %   44.4-97.5  ################
        2026-09-17  2026-09-30     10   70.0 %   34.8-93.3  ##############
        2026-10-02  2026-10-15     10  100.0 %  69.2-100.0  ####################
        2026-10-17  2026-10-30     10  100.0 %  69.2-100.0  ####################

        Chosen texts over time
        from        to          texts  correct        95 %
        2026-09-01  2026-09-28     10   70.0 %   34.8-93.3  ##############
        2026-10-01  2026-10-28     10  100.0 %  69.2-100.0  ####################

        Versions
        from        version  change     random         correct  chosen         correct
                    1.0.0                   13    77 % (46-95)       7    71 % (29-96)
        2026-09-21  1.0.1    promoted       13    85 % (55-98)       7   86 % (42-100)
        2026-10-11  1.0.0    rollback       13  100 % (75-100)       6  100 % (54-100)
        2026-09-10  1.0.2    candidate       0               -       0               -
                    others                   1   100 % (3-100)       0               -
        2026-09-21 1.0.1 promoted by ana (correct: held out 1 → 2 of 2): No regression.
        2026-10-11 1.0.0 rollback by ana: ana
        2026-09-10 1.0.2 candidate (correct: held out 1 → 2 of 2): too few texts

        Labels
        label   texts  correct        recall  predicted     precision
        garden     48       42  88 % (75-95)         44  95 % (85-99)
        quay       12       10  83 % (52-98)         16  63 % (35-85)

        Most frequent confusions
        label   predicted as  texts
        garden  quay              6
        quay    garden            2

        Authors
        author  random       confirmed  chosen       confirmed
        ana         20    75 % (51-91)      10    70 % (35-93)
        ben         20  100 % (83-100)      10  100 % (69-100)
        ana contradicts the predictions significantly more often than the other authors:
        on 18 of 20 chosen texts.
        To check corrections: ilk log suspects --taxonomy places
        Authors disagree about 1 text. The latest label counts.
        Ignored: ana

        Drift of the newest week
        The log is empty.

        """
}
