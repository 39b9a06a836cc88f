import Ilk
import IlkConsole
import IlkLearning
import IlkVocabulary

/// The sentences of a learning report, in text and on a page.
struct LearningPhrases {
    let report: LearningReport
    /// `true` if the report is restricted to a period.
    var hasPeriod = false
    /// The option that names the log in commands, such as ` --log-file mine.sqlite`. Empty for the default
    /// log.
    var option = ""

    private var figures: LearningFigures { report.figures }
    private var total: TallyBySelection { figures.total }

    /// The message in place of the report if no text was corrected.
    var empty: String? {
        guard total.texts == 0 else { return nil }
        if let uncounted { return "No corrections to report.\n" + uncounted }
        guard !hasPeriod else { return "No corrected texts in this period." }
        let label = ShellText.word(report.taxonomy.categories.first?.rawValue ?? "LABEL")
        return "No corrections yet.\nTo correct an entry: ilk log correct -1 \(label)\(option)\n"
            + "To review uncertain entries: ilk review\(option)"
    }

    /// The accuracy on the audit sample if it is large enough, otherwise on all corrected texts.
    private var accuracy: BinomialProportion {
        figures.hasEnoughAudits ? total.audits.accuracy : total.accuracy
    }

    /// The number of texts and the time of their classification.
    var scope: String {
        let texts = DecimalText.counted(total.texts, "corrected text")
        return figures.times.map {
            "\(texts), classified \(Self.minute($0.lowerBound)) to \(Self.minute($0.upperBound)) (UTC)"
        } ?? texts
    }

    /// The sentences below the title.
    var summary: [String] {
        var lines = [headline]
        if !figures.hasEnoughAudits { lines.append("To label some of these texts: ilk review\(option)") }
        if figures.hasEnoughAudits, total.chosen.texts > 0 {
            lines.append(
                "Of \(DecimalText.counted(total.chosen.texts, "text")) from the review queue or chosen by people, "
                    + "\(Self.percent(total.chosen.accuracy)) have correct answers. "
                    + "These texts are harder than average."
            )
        }
        if let halves = (figures.hasEnoughAudits ? figures.audits : figures.chosen).halves {
            lines.append(
                "\(figures.hasEnoughAudits ? "Random" : "Chosen") texts: \(Self.percent(halves.older.accuracy)) of the "
                    + "older half and \(Self.percent(halves.newer.accuracy)) of the newer half are correct. "
                    + (halves.differ
                        ? "Their 95 % intervals do not overlap."
                        : "Their 95 % intervals overlap: this may be chance."))
        }
        if report.taxonomy.isMultilabel {
            lines.append("An answer is correct if it has exactly the labels of the correction.")
        }
        if total.abstained > 0 {
            lines.append(
                "The classifier abstained on \(DecimalText.counted(total.abstained, "text")). For these texts, "
                    + (report.taxonomy.isMultilabel
                        ? "the answer is no label." : "the most probable label counts as the answer."))
        }
        return lines + (uncounted.map { [$0] } ?? [])
    }

    private var uncounted: String? {
        guard report.uncounted > 0 else { return nil }
        return
            "Not counted: \(DecimalText.counted(report.uncounted, "corrected text")) with an ignored author "
            + "or a retired label."
    }

    private var headline: String {
        let interval = "(95 % interval \(Self.interval(accuracy, " to ")) %)"
        guard !figures.hasEnoughAudits else {
            return "\(Self.percent(accuracy)) of the answers are correct \(interval), measured on "
                + "\(DecimalText.counted(total.audits.texts, "text")) drawn at random."
        }
        return
            "\(Self.percent(accuracy)) of the answers for corrected texts are correct \(interval). Corrected texts are "
            + "harder than average. To measure the accuracy on all texts, label \(DriftTest.fewestTexts) texts drawn at "
            + "random (\(total.audits.texts) so far)."
    }

    /// The sentences about authors.
    var authors: [String] {
        var lines: [String] = []
        if let author = report.suspectedAuthor {
            lines.append(
                "\(author.name) contradicts the predictions significantly more often than the "
                    + "other authors: on \(author.differing) of \(author.corrections) chosen texts.")
            if !report.taxonomy.isMultilabel {
                lines.append("To check corrections: ilk log suspects\(option)")
            }
        }
        if report.disputed > 0 {
            lines.append(
                "Authors disagree about \(DecimalText.counted(report.disputed, "text")). The latest label counts."
            )
        }
        if !report.ignored.isEmpty { lines.append("Ignored: \(report.ignored.joined(separator: ", "))") }
        return lines
    }

    /// The findings about drift.
    var drift: [String] {
        guard let drift = report.drift else { return ["Not measured for texts with several labels."] }
        return drift.statements.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
    }

    /// A sentence for each promotion, rollback and candidate, with its author and reason. The evaluation of a
    /// version is shown only with its first change.
    var reasons: [String] {
        var evaluated: Set<String> = []
        return (figures.versions.periods + figures.versions.candidates).filter { $0.change != .initial }
            .map { period in
                let isFirst = evaluated.insert(period.version).inserted
                return reason(period, counts: isFirst ? period.gate?.correctCounts ?? [] : [])
            }
    }

    private func reason(_ period: VersionTimeline.Period, counts: [String]) -> String {
        let day = period.start.map { self.day($0) + " " } ?? ""
        let by = period.author.map { " by \($0)" } ?? ""
        let evaluation = counts.isEmpty ? "" : " (correct: \(counts.joined(separator: ", ")))"
        let reason = period.reason.map { ": \($0)" } ?? ""
        return "\(day)\(period.version) \(Self.change(period))\(by)\(evaluation)\(reason)"
    }

    /// The rows of the table of versions: the time, the version and the change, and the predictions of the
    /// version.
    var versions: [(cells: [String], predictions: TallyBySelection)] {
        var rows = (figures.versions.periods + figures.versions.candidates).map { period in
            (
                cells: [
                    period.start.map(day) ?? "", period.version,
                    Self.change(period),
                ], predictions: period.predictions
            )
        }
        if figures.versions.others.texts > 0 {
            rows.append((["", "others", ""], figures.versions.others))
        }
        return rows
    }

    static func change(_ period: VersionTimeline.Period) -> String {
        switch period.change {
        case .initial: ""
        case .promote: "promoted"
        case .rollback: "rollback"
        case .candidate: "candidate"
        }
    }

    /// Formats the day of a time, such as `2026-11-21`. If all texts are from one day, formats the time of
    /// day (`14:05`). If they span fewer than three days, formats both (`11-21 14:05`).
    func day(_ seconds: Double) -> String {
        let (text, times) = (RecordTime.text(seconds), figures.times ?? seconds...seconds)
        guard times.upperBound - times.lowerBound < 3 * 86_400, text.dropFirst(10).first == "T" else {
            return String(text.prefix(10))
        }
        let ends = [times.lowerBound, times.upperBound].map { RecordTime.text($0).prefix(10) }
        let clock = text.dropFirst(11).prefix(5)
        return ends.allSatisfy { $0 == text.prefix(10) }
            ? String(clock) : "\(text.dropFirst(5).prefix(5)) \(clock)"
    }

    /// Formats a time to the minute, such as `2026-11-21 14:05`.
    private static func minute(_ seconds: Double) -> String {
        String(RecordTime.text(seconds).prefix(16)).replacing("T", with: " ")
    }

    /// Formats a share with one decimal: `82.4 %`, or `-` without texts.
    static func percent(_ proportion: BinomialProportion) -> String {
        proportion.trials == 0 ? "-" : DecimalText.fixed(proportion.share * 100, 1) + " %"
    }

    /// Formats a 95 % interval in percent: `73.6-89.2`, or `-` without texts.
    static func interval(
        _ proportion: BinomialProportion, _ separator: String = "-", places: Int = 1
    ) -> String {
        guard proportion.trials > 0 else { return "-" }
        let interval = proportion.interval()
        return DecimalText.fixed(interval.lower * 100, places) + separator
            + DecimalText.fixed(interval.upper * 100, places)
    }

    /// Formats a share with its interval: `82 % (74-89)`, or `-` without texts.
    static func short(_ proportion: BinomialProportion) -> String {
        guard proportion.trials > 0 else { return "-" }
        return "\(DecimalText.fixed(proportion.share * 100, 0)) % (\(interval(proportion, places: 0)))"
    }
}
