import Ilk
import IlkVerdictConsole
import IlkPipeline
import IlkText
import IlkVocabulary

@testable import IlkRules
@testable import IlkCommand
@testable import IlkConsole

/// Command output for a text: tables, pages, explanations, segments.
enum OutputGrammars {
    private static let tokens =
        TextGrammars.tokens + ["<mark>", "&", "\u{1B}[31m", "invoice ", "Kind regards\n", "import a\n"]

    private static func explanations(
        _ name: String, _ show: @escaping @Sendable (Verdict, AnalyzedText) -> Void
    ) -> Grammar {
        Grammar(name, tokens: tokens) {
            let session = try Pipeline.standard().makeSession()
            return { bytes in
                let verdict = session.classify(bytes, explaining: true)
                show(verdict, session.analysis)
            }
        }
    }

    static let all = [
        Grammar("tables", tokens: tokens) {
            return { bytes in
                var table = Table([Table.Column("a"), Table.Column("b", minWidth: 8)])
                let text = String(decoding: bytes, as: UTF8.self)
                for line in text.split(separator: "\n") { table.add([String(line), "x"]) }
                _ = table.rendered(Style(isColored: false), within: 80)
            }
        },
        Grammar("text on a terminal and in a page", tokens: tokens) {
            return { bytes in
                let text = String(decoding: bytes, as: UTF8.self)
                _ = VisibleText.oneLine(text)
                _ = VisibleText.lines(text)
                _ = HTMLPage.escaped(text)
                _ = WrappedText.lines(text, columns: 60)
                _ = DisplayWidth.truncated(text, to: 40)
            }
        },
        explanations("explanations as pages") { verdict, analysis in
            var page = ExplanationPage(top: 50)
            page.add(verdict, analysis, place: nil, remarks: [])
            _ = page.html
        },
        explanations("explanations on a terminal") { verdict, analysis in
            let console = Console(
                output: .standardOutput(), stop: StopFlag(), environment: [:], style: Style(isColored: true),
                columns: 100, room: 100, showsProgress: false, isQuiet: true, writeMessage: { _ in })
            let text = ExplanationText(top: 20, rules: nil, console: console)
            _ = text.rendered(verdict, analysis)
        },
        segments("listed words", .words(all: true)),
        segments("listed sentences", .sentences(.people)),
        segments("listed sentences by Unicode", .sentences(.unicode)),
    ]

    private static func segments(_ name: String, _ unit: TextSegments.Unit) -> Grammar {
        Grammar(name, tokens: tokens) {
            let report = try SegmentReport(unit, style: Style(isColored: false))
            return { bytes in
                report.read(bytes)
                _ = report.text()
                _ = report.value()
            }
        }
    }
}
