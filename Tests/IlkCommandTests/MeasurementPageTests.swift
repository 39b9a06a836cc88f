import FoundationEssentials
import IlkLearning
import IlkVocabulary
import Testing

@testable import IlkCommand
@testable import IlkConsole

@Suite("Measurements as pages") struct MeasurementPageTests {
    private static let taxonomy = Taxonomy(
        name: "odd", categories: ["<script>alert(1)</script>", "a & b", "\"quoted\""])

    private static func result(texts: Int) -> MeasurementResult {
        var evaluation = Evaluation(taxonomy: taxonomy)
        for index in 0..<texts {
            let probabilities = [
                0.7 + Double(index % 3) / 10, 0.2 - Double(index % 3) / 20, 0.1 - Double(index % 3) / 20,
            ]
            let verdict = Verdict(
                category: taxonomy.categories[0], probability: probabilities[0], probabilities: probabilities,
                scores: probabilities, taxonomy: taxonomy,
                provenance: Provenance(
                    classifier: "bayes", modelDigest: nil, ruleSetDigest: nil, icuVersion: "1"))
            evaluation.add(
                verdict, actual: taxonomy.categories[index % 5 == 0 ? 1 : 0], words: index % 60,
                script: index % 2 == 0 ? "Latn" : "Grek")
        }
        let report = evaluation.report(classifier: "bayes")
        return MeasurementResult(
            report: report, variants: [report, report],
            comparison: .init(
                name: "other.ilk", report: report, counts: evaluation.compared(with: evaluation)),
            guarantees: GuaranteeSettings(maxErrors: [0.3, 0.01], isByCategory: true).guarantees(
                of: evaluation, taxonomy: taxonomy))
    }

    @Test(arguments: [0, 1, 500])
    func `a page is well formed and self-contained`(texts: Int) throws {
        let html = MeasurementPage(result: Self.result(texts: texts)).html
        #expect(html.hasPrefix("<!DOCTYPE html>"))
        #expect(unclosed(html) == [], "\(unclosed(html))")
        for foreign in ["http", "src=", "<script", "@import", "url("] {
            #expect(!html.contains(foreign), "\(foreign)")
        }
        #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && html.contains("a &amp; b"))
        for wrong in ["\"nan", ">nan", " nan", "inf,", "\"-\""] {
            #expect(!html.lowercased().contains(wrong), "\(wrong)")
        }
    }

    @Test func `a page contains all sections`() {
        let html = MeasurementPage(result: Self.result(texts: 500)).html
        for part in [
            "bayes on 500 texts", "Brier score", "Confusion matrix", "Guaranteed error rates",
            "too few texts",
            "The accuracy equals the accuracy of other.ilk", "<svg", "polyline", "Grek",
            "Accuracy by predicted probability",
        ] { #expect(html.contains(part), "\(part)") }
    }

    @Test func `control characters and quotes are escaped`() {
        #expect(
            HTMLPage.escaped("a<b>&\"'\u{0}\u{1B}[0m\u{85}")
                == "a&lt;b&gt;&amp;&quot;&#39;\u{FFFD}\u{FFFD}[0m\u{FFFD}")
    }

    /// Returns the elements that are not closed, or closed without having been opened.
    private func unclosed(_ html: String) -> [String] {
        var open: [String] = []
        var wrong: [String] = []
        for part in html.split(separator: "<").dropFirst() {
            guard let end = part.firstIndex(of: ">") else { return ["a tag without an end"] }
            let tag = part[..<end]
            if tag.hasPrefix("!") || tag.hasSuffix("/") || tag.hasPrefix("meta") { continue }
            let name = String(tag.prefix { $0.isLetter || $0.isNumber || $0 == "/" })
            if name.hasPrefix("/") {
                if open.popLast() != String(name.dropFirst()) { wrong.append(name) }
            } else {
                open.append(name)
            }
        }
        return wrong + open
    }
}
