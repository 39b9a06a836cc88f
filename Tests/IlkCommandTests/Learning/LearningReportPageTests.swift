import Foundation
import IlkLearning
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkConsole

@Suite("Learning reports as pages") struct LearningReportPageTests {
    private static func page(_ names: [String] = ["garden", "quay", "ana"], audits: Int = 40) -> String {
        LearningReportPage(
            phrases: LearningPhrases(report: LearningReportFixture.report(names: names, audits: audits))
        ).html
    }

    @Test func `a page contains a chart with versions, and all tables`() {
        let html = Self.page()
        for part in [
            "Learning report of places",
            "60 corrected texts, classified 2026-09-01 08:00 to 2026-10-30 08:00 (UTC)",
            "random texts (audits)", "chosen texts (queue, people)", "version promoted", "rollback",
            "<polygon",
            "<polyline", "2026-09-21: 1.0.1, promoted", "2026-10-11: 1.0.0, rollback", "held out 1 → 2 of 2",
            "<th>random, from</th>", "<th>chosen, from</th>", "Most frequent confusions", "The log is empty.",
            "active version",
        ] { #expect(html.contains(part), "\(part)") }
    }

    @Test func `narrow windows have a smaller chart`() {
        let html = Self.page()
        #expect(html.contains("<div class=\"broad\"><svg viewBox=\"0 0 720.0 300.0\""))
        #expect(html.contains("<div class=\"narrow\"><svg viewBox=\"0 0 340.0 300.0\""))
    }

    @Test func `names of labels and authors are inert`() {
        for text in HostileText.all {
            let html = Self.page(["a\(text)", "b\(text)", "c\(text)"])
            #expect(HostileText.fault(inHTML: Data(html.utf8)) == nil, "\(text)")
        }
        let html = Self.page(["<script>alert(1)</script>", "a & b", "\" onload=\"x"])
        #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && !html.contains("<script"))
        #expect(html.contains("&quot; onload=&quot;x") && !html.contains("\" onload"))
    }

    @Test func `a page references no other files`() {
        let html = Self.page()
        for foreign in ["http", "src=", "<script", "@import", "url("] {
            #expect(!html.contains(foreign), "\(foreign)")
        }
        for wrong in ["\"nan", ">nan", " nan", "inf,"] {
            #expect(!html.lowercased().contains(wrong), "\(wrong)")
        }
    }

    @Test func `a page without corrections says how to correct`() {
        let html = LearningReportPage(phrases: LearningPhrases(report: LearningReportFixture.empty)).html
        #expect(html.contains("<p>To correct an entry: ilk log correct -1 garden</p>"))
        #expect(!html.contains("<svg") && !html.contains("<table"))
    }
}
