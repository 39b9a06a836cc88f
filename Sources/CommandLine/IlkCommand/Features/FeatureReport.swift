import IlkConsole
import IlkFraming
import IlkText
import IlkVocabulary

/// Says what was measured of a text, and where each number comes from.
final class FeatureReport: AnalysisReport {
    let member = "features"
    private let analyzer: TextAnalyzer
    private var analysis = AnalyzedText()
    private let explains: Bool
    private let style: Style
    private let columns: Int
    private let json = FeatureJSON()

    init(explains: Bool, style: Style, columns: Int) throws {
        analyzer = try TextAnalyzer()
        self.explains = explains
        self.style = style
        self.columns = columns
    }

    func read(_ bytes: UnsafeBufferPointer<UInt8>) { analyzer.analyze(bytes, into: &analysis) }

    func text() -> String {
        explains
            ? FeatureSourceTable(analysis, columns: columns).rendered(style)
            : FeatureTable.rendered(analysis.features, style: style, columns: columns)
    }

    func value() -> [UInt8] {
        var json = json.bytes(analysis.features)
        guard explains else { return json }
        json.removeLast()
        return json + Array(",\"sources\":".utf8) + FeatureSourceJSON.object(analysis) + [UInt8(ascii: "}")]
    }

    func object() -> [UInt8] { value() }
}
