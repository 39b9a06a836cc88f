package import Ilk
package import IlkConsole
import IlkText
import IlkVocabulary

/// A report on the words or the sentences of a text.
package final class SegmentReport: AnalysisReport {
    private let segments: TextSegments
    private let style: Style

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - unit: The segments to list, words or sentences.
    ///   - style: The colors and the width of tables.
    /// - Throws: The error of the analyzer if ICU's data is missing.
    package init(_ unit: TextSegments.Unit, style: Style) throws {
        segments = try TextSegments(unit)
        self.style = style
    }

    package var fieldName: String { segments.fieldName }

    package func read(_ bytes: UnsafeBufferPointer<UInt8>) { segments.read(bytes) }

    package func text() -> String {
        guard case .words = segments.unit else { return sentenceTable() }
        var table = Table([
            Table.Column("bytes", .right), Table.Column("kind"), Table.Column("normal form"),
            Table.Column("text"),
        ])
        let segmented = segments.segmented
        for token in segments.tokens {
            let normal = token.kind.isWord ? segmented.normalForm(of: token) : ""
            let span = segmented.span(of: token)
            table.add([Self.words(span), TextSegments.name(token.kind), normal, segmented.text(in: span)])
        }
        return table.rendered(style)
    }

    private func sentenceTable() -> String {
        var table = Table([Table.Column("bytes", .right), Table.Column("text")])
        for sentence in segments.sentences {
            table.add([Self.words(sentence), segments.segmented.text(in: sentence)])
        }
        return table.rendered(style)
    }

    private static func words(_ span: TextSpan) -> String { "\(span.lowerBound)..<\(span.upperBound)" }

    package func value() -> [UInt8] { segments.json() }

    package func object() -> [UInt8] {
        Array("{\"\(fieldName)\":".utf8) + value() + [UInt8(ascii: "}")]
    }
}
