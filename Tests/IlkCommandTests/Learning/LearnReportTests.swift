import Foundation
import TestSupport
import Testing

@testable import IlkCommand

@Suite("learn report") struct LearnReportTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    private func log(_ text: String, corrected label: String) async throws {
        #expect(try await tool.run("classify", "--log", input: text).status == 0)
        let run = try await tool.run("log", "correct", "-1", label, "--by", "ana")
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test func `a report without a log names the command that logs`() async throws {
        let run = try await tool.run("learn", "report")
        #expect(
            run.status == 66 && run.errors.contains("hint: start a log with: ilk classify --log"), "\(run)")
    }

    @Test func `a log without corrections is reported as such`() async throws {
        try await tool.run("classify", "--log", input: "see you at 8 then")
        let run = try await tool.run("learn", "report")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output.contains("No corrections yet.\nTo correct an entry: ilk log correct -1 email\n"))
        let json = try JSONValue(await tool.run("learn", "report", "--format", "json").data)
        #expect(json["total"]["all"]["texts"].number == 0 && json["taxonomy"].string == "doctype")
        #expect(json["versions"].elements.first?["version"].string == "built-in")
    }

    @Test func `a period selects texts by the time of their classification`() async throws {
        try await log("see you at 8 then", corrected: "email")
        let after = try await tool.run("learn", "report", "--until", "1d")
        #expect(after.output.hasSuffix("No corrected texts in this period.\n"), "\(after)")
        let within = try await tool.run("learn", "report", "--since", "1d")
        #expect(within.output.contains("1 corrected text, classified"), "\(within)")
    }

    @Test func `a retrained version is in the report with its evaluation`() async throws {
        try await log("Saturday as agreed then, bring the boat", corrected: "email")
        #expect(try await tool.run("retrain").status == 0)
        try await log("the boat leaves on Saturday, as agreed", corrected: "message")
        let report = try JSONValue(await tool.run("learn", "report", "--format", "json").data)
        let versions = report["versions"].elements
        #expect(versions.map { $0["version"].string } == ["built-in", "1.3.1"])
        #expect(versions.map { $0["change"].string } == ["initial", "promote"])
        #expect(versions.map { $0["predictions"]["all"]["texts"].number } == [1, 1])
        #expect(!versions[1]["gate"]["samples"].elements.isEmpty)
        #expect(report["authors"].elements.map { $0["name"].string } == ["ana"])
    }

    @Test func `a page is written to a file`() async throws {
        try await log("see you at 8 then", corrected: "message")
        let run = try await tool.run("learn", "report", "--format", "html", "-o", tool.path("report.html"))
        #expect(run.status == 0 && run.output.isEmpty && run.errors.contains("Wrote the report to"), "\(run)")
        let html = String(decoding: try tool.bytes("report.html"), as: UTF8.self)
        #expect(html.hasPrefix("<!DOCTYPE html>") && html.contains("<h1>Learning report of doctype</h1>"))
    }
}
