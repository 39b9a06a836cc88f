import IlkFraming
package import IlkText
import IlkVocabulary

/// The formula and the spans from which each feature value was computed, as JSON.
package enum FeatureSourceJSON {
    /// Adds the field `sources` to the JSON object of the features, and returns the object on one line.
    ///
    /// - Parameters:
    ///   - features: The JSON object of the features, as `FeatureJSON` writes it.
    ///   - analysis: The text that the features were measured on.
    package static func adding(to features: [UInt8], of analysis: AnalyzedText) -> [UInt8] {
        features.dropLast() + Array(",\"sources\":".utf8) + object(analysis) + [UInt8(ascii: "}")]
    }

    private static func object(_ analysis: AnalyzedText) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        for source in FeatureExplainer().explain(analysis) {
            writer.key(source.feature.name)
            writer.beginObject()
            write(source.formula, to: &writer)
            if case .formality(let explanation) = source.formula { write(explanation, analysis, to: &writer) }
            write(source.spans, analysis, to: &writer)
            writer.endObject()
        }
        writer.endObject()
        return writer.bytes
    }

    private static func write(_ formula: FeatureSource.Formula, to writer: inout JSONWriter) {
        writer.key("formula")
        switch formula {
        case .count: writer.string("count")
        case .flag: writer.string("flag")
        case .greatest: writer.string("greatest")
        case .model: writer.string("model")
        case .formality: writer.string("1 / (1 + e^-logit)")
        case .ratio(let part, let of, let whole, let over):
            writer.string("ratio")
            write([("part", part), ("whole", whole)], to: &writer)
            writer.field("of", of.rawValue)
            writer.field("over", over.rawValue)
        case .deviation(let of, let count, let mean, let squares):
            writer.string("deviation")
            write([("count", count), ("mean", mean), ("squares", squares)], to: &writer)
            writer.field("of", of.rawValue)
        case .readingEase(let wordsPerSentence, let syllablesPerWord):
            writer.string("206.835 - 1.015 * wordsPerSentence - 84.6 * syllablesPerWord")
            write(
                [("wordsPerSentence", wordsPerSentence), ("syllablesPerWord", syllablesPerWord)], to: &writer)
        case .lix(let wordsPerSentence, let longWordShare):
            writer.string("wordsPerSentence + 100 * longWordShare")
            write([("wordsPerSentence", wordsPerSentence), ("longWordShare", longWordShare)], to: &writer)
        }
    }

    private static func write(
        _ explanation: FormalityExplanation, _ analysis: AnalyzedText, to writer: inout JSONWriter
    ) {
        writer.field("basis", explanation.score.basis.rawValue)
        write([("logit", explanation.logit)], to: &writer)
        writer.key("contributions")
        writer.beginArray()
        for contribution in explanation.contributions {
            writer.beginObject()
            writer.field("name", contribution.name)
            writer.field("count", contribution.count)
            write([("value", contribution.value), ("weight", contribution.weight)], to: &writer)
            write(contribution.spans, analysis, to: &writer)
            writer.endObject()
        }
        writer.endArray()
    }

    private static func write(_ numbers: [(String, Double)], to writer: inout JSONWriter) {
        for (name, number) in numbers {
            writer.key(name)
            writer.number(number)
        }
    }

    private static func write(_ spans: [TextSpan], _ analysis: AnalyzedText, to writer: inout JSONWriter) {
        writer.key("spans")
        writer.beginArray()
        for span in spans {
            writer.beginArray()
            writer.integer(span.lowerBound)
            writer.integer(span.upperBound)
            writer.endArray()
        }
        writer.endArray()
        writer.key("texts")
        writer.beginArray()
        for span in spans { writer.string(analysis.text(in: span)) }
        writer.endArray()
    }
}
