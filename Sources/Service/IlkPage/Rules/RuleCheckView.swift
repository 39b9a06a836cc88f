import IlkFraming
import IlkHTTP

/// The problems of a pack with their lines, and the results of the pack's examples.
struct RuleCheckView {
    struct Finding {
        let isError: Bool
        let line: Int
        let place: String
        let message: String
        let hint: String?
        let excerpt: String
    }

    struct Example {
        let rule: String
        let place: String
        let expected: String
        let text: String
    }

    struct Line {
        let number: Int
        let isWrong: Bool
    }

    let summary: String
    let isFaulty: Bool
    let findings: [Finding]
    let failures: [Example]
    let passes: [Example]
    let lines: [Line]

    private static let (maximumFindings, maximumFailures, maximumPasses) = (50, 50, 200)
    /// The file name by which the API reports problems of a pack in the body of a request.
    private static let file = "body.yaml"

    /// - Parameters:
    ///   - text: The pack.
    ///   - lint: The problems of the pack.
    ///   - test: The results of the pack's examples, or `nil` if the pack has errors.
    init(_ text: String, lint: JSONTree, test: JSONTree?) {
        let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
        findings = (lint["problems"]?.elements ?? []).filter { $0["file"]?.string == Self.file }
            .prefix(Self.maximumFindings).map { Finding($0, rows) }
        let errors = findings.count(where: \.isError)
        isFaulty = errors > 0
        let results = (test?["results"]?.elements ?? []).filter { $0["file"]?.string == Self.file }
        let failed = results.filter { $0["passed"]?.bool == false }
        failures = failed.prefix(Self.maximumFailures).map { Example($0) }
        passes = results.filter { $0["passed"]?.bool == true }.prefix(Self.maximumPasses)
            .map { Example($0) }
        let problems =
            PageText.counted(errors, "error") + ", "
            + PageText.counted(findings.count - errors, "warning")
        summary =
            test == nil
            ? problems + ". The examples were not run."
            : "\(problems). \(results.count - failed.count) of \(PageText.counted(results.count, "example")) passed."
        let wrong = Set(findings.map(\.line) + failures.compactMap { Int($0.place) })
        lines = rows.indices.map { Line(number: $0 + 1, isWrong: wrong.contains($0 + 1)) }
    }
}

extension RuleCheckView.Finding {
    fileprivate init(_ json: JSONTree, _ rows: [Substring]) {
        isError = json["severity"]?.string == "error"
        // An error at the end of the text may be after the last line.
        line = max(1, min(json["line"]?.integer ?? 1, rows.count))
        place = "Line \(line), column \(json["column"]?.integer ?? 0)"
        message = json["message"]?.string ?? ""
        hint = json["hint"]?.string
        excerpt = rows.indices.contains(line - 1) ? PageText.cut(String(rows[line - 1]), to: 200) : ""
    }
}

extension RuleCheckView.Example {
    fileprivate init(_ json: JSONTree) {
        rule = json["rule"]?.string ?? ""
        place = String(json["line"]?.integer ?? 0)
        expected = json["kind"]?.string ?? ""
        text = PageText.cut(json["text"]?.string ?? "", to: 300)
    }
}
