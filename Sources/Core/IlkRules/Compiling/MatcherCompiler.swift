import IlkText
import IlkVocabulary

/// Validates the patterns of matchers and compiles them.
package struct MatcherCompiler {
    /// A valid, compiled matcher whose literals, words and expressions have no indexes yet.
    package struct Result {
        package enum Pattern {
            case regex(RegexPattern, node: PatternNode, required: RequiredLiterals?, ignoresCase: Bool)
            case words([[[UInt8]]])
            case literals([[UInt8]], fold: Bool)
            case phrases([[[UInt8]]], gap: Int)
            case scripts(ScriptSet)
            case languages([LanguageCode], confidence: Double)
        }

        let name: String
        package let place: MatchPosition
        package let pattern: Pattern
    }

    private let makeAnalyzer: () -> TextAnalyzer?
    private lazy var analyzer = makeAnalyzer()
    private var segmented = TokenizedText()
    private var sentences: [TextSpan] = []

    init(locale: String) {
        self.init {
            do { return try TextAnalyzer(locale: locale, measuring: .classification) } catch { return nil }
        }
    }

    /// Creates a compiler that creates its analyzer on first use.
    init(makeAnalyzer: @escaping () -> TextAnalyzer?) {
        self.makeAnalyzer = makeAnalyzer
    }

    /// Returns the compiled matcher, or `nil` if its pattern is invalid. Problems are reported.
    mutating func compile(
        _ draft: MatcherDraft, in source: SourceText, _ diagnostics: inout DiagnosticList
    ) -> Result? {
        let pattern: Result.Pattern?
        switch draft.pattern {
        case .regex(let text): pattern = regex(text, in: source, &diagnostics)
        case .words(let texts): pattern = words(texts, in: source, &diagnostics).map { .words($0) }
        case .phrases(let texts, let gap):
            pattern = words(texts, in: source, &diagnostics).map { .phrases($0, gap: gap) }
        case .scripts(let set): pattern = .scripts(set)
        case .languages(let codes, let confidence): pattern = .languages(codes, confidence: confidence)
        case .literals(let texts, let fold): pattern = literals(texts, fold: fold, in: source, &diagnostics)
        }
        return pattern.map { Result(name: draft.name.text, place: draft.place, pattern: $0) }
    }

    // MARK: Expressions

    private func regex(
        _ text: LocatedText, in source: SourceText, _ diagnostics: inout DiagnosticList
    ) -> Result.Pattern? {
        do throws(PatternError) {
            let reading = try PatternParser.read(text.text)
            let program = reading.node.canBeEmpty ? try PatternProgram(reading) : nil
            guard let program, RegexPattern.matchesEverything(program) else {
                return .regex(
                    RegexPattern(deferred: text.text), node: reading.node,
                    required: RequiredLiterals.of(reading.node), ignoresCase: reading.ignoresCase)
            }
            diagnostics.report(
                .matchesEverything, in: source, at: text.position, length: text.caretLength,
                "the expression matches every text, because it can match an empty string",
                hint: "require at least one character: use '+' instead of '*'")
        } catch {
            let (phrase, hint) = error.explanation
            diagnostics.report(
                .badRegex, in: source,
                at: text.position(ofScalarAt: max(0, error.scalarOffset - 1), in: source),
                "the expression does not compile: \(phrase) at offset \(error.scalarOffset)", hint: hint)
        }
        return nil
    }

    // MARK: Words

    /// Returns the normal forms of the words of each entry.
    private mutating func words(
        _ texts: [LocatedText], in source: SourceText, _ diagnostics: inout DiagnosticList
    ) -> [[[UInt8]]]? {
        var phrases: [[[UInt8]]] = []
        phrases.reserveCapacity(texts.count)
        // Most entries are plain lowercase words, whose normal forms need no analyzer.
        let others = texts.filter { text in
            guard let words = Self.plainWords(text.text) else { return true }
            phrases.append(words)
            return false
        }
        guard !others.isEmpty else { return phrases }
        guard let analyzer else {
            diagnostics.report(
                .noSegmenter, in: source, at: texts[0].position,
                "texts cannot be split into words: ICU has no break rules",
                hint: "check the installation of libicu")
            return nil
        }
        for text in others {
            // Segmentation is enough, because no features are needed.
            var entry = text.text
            entry.withUTF8 { analyzer.segment($0, into: &segmented, sentences: &sentences) }
            let tokens = segmented.tokens
            let isClean = tokens.allSatisfy {
                $0.kind != .other || segmented.bytes[$0.range] == [UInt8(ascii: "-")]
            }
            guard !segmented.words.isEmpty, isClean else {
                diagnostics.report(
                    .notWords, in: source, at: text.position, length: text.caretLength,
                    "this entry contains characters that are not part of words",
                    hint: "use 'literal' or 'regex' for this entry")
                continue
            }
            phrases.append(segmented.words.map { Array(segmented.folded[tokens[Int($0)].foldedRange]) })
        }
        return phrases
    }

    /// Returns the words of a text of lowercase ASCII words with single spaces, otherwise `nil`.
    private static func plainWords(_ text: String) -> [[UInt8]]? {
        var text = text
        return text.withUTF8 { bytes in
            var words: [[UInt8]] = []
            var start = 0
            for index in 0...bytes.count {
                let byte = index < bytes.count ? bytes[index] : UInt8(ascii: " ")
                if byte.isASCIILowercase { continue }
                guard byte == UInt8(ascii: " "), index > start else { return nil }
                words.append(Array(bytes[start..<index]))
                start = index + 1
            }
            return words
        }
    }

    // MARK: Literals

    private func literals(
        _ texts: [LocatedText], fold: Bool, in source: SourceText, _ diagnostics: inout DiagnosticList
    ) -> Result.Pattern? {
        let isASCII = texts.allSatisfy { $0.text.utf8.allSatisfy { $0 < 0x80 } }
        guard fold, !isASCII else { return .literals(texts.map { Array($0.text.utf8) }, fold: fold) }
        // Case folding of non-ASCII letters cannot be expressed in a byte table. Longer literals come first because alternatives are tried in order.
        let ordered = texts.map(\.text).sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
        let expression = "(?i)(?:" + ordered.map(Self.quoted).joined(separator: "|") + ")"
        return regex(
            LocatedText(plain: expression, at: texts[0].position), in: source, &diagnostics)
    }

    /// Returns an expression that matches a text literally.
    private static func quoted(_ text: String) -> String {
        var quoted = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isMark =
                scalar.isASCII && !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
            if isMark, scalar.value > 0x20, scalar.value < 0x7F, scalar != "_" { quoted.append("\\") }
            quoted.append(scalar)
        }
        return String(quoted)
    }
}
