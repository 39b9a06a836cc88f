import IlkPipeline
import IlkRedaction
import IlkSentences
import IlkText
import IlkVocabulary

/// Plain text: segmentation, features, languages, redaction and verdicts.
enum TextGrammars {
    /// Punctuation, words, lines and characters that have a special meaning in texts.
    static let tokens = [
        "a", "A", "1", ".", " ", "\n", "\t", "\r", "\r\n", ">", "> ", ">\n", "> > ", "-", "---\n", "_", "*",
        "# ",
        "#a ", "@", "@a ", "a@b.", "a@b.c ", "a.", "A. ", "a. A ", "1. ", "1)\n", "(", "()", "((a) ", "[",
        "[1]",
        "](", "{", "}\n", "<", "<a>", "</", "&amp;", "\"", "\"a\" ", "'", "'a ", "`", "```\n", "a: ",
        "From: a\n",
        "> On a wrote:\n", "wrote:\n", "http://", "http://a.b/ ", "www.a.b ", "a/", "\\", "==", "a=b;", "1,",
        "12:30 ",
        "2026-01-01 ", "+49 ", "%20", "!", "?! ", "...", "… ", ",", ", a", "|", "a-", "a'b ", "é", "ß ", "中",
        "。",
        "「", "あ", "한", "ก", "က", "។", "ع ", "א", "😀", "👨‍👩‍👧", "🇩", ":) ", "\u{200D}", "\u{301}", "a\u{301}",
        "\u{200B}",
        "\u{2028}", "\u{FEFF}", "\u{A0}", "\u{3000}", "“", "„a“ ", "«", "¿", "– ", "\u{202E}", "the ", "I ",
        "Word ",
        "WORD ", "a\n", "a\n\n", "\n\n", "- a\n", "\ta\n", "    a;\n", "Dear a,\n", "// a\n", "/*", "\u{0}",
    ]
    /// Prefixes of secrets that redaction removes.
    private static let secrets = [
        "eyJ-", "eyJaaaaaa-", "eyJaaaaaa.", "eyJaaaaaa.bbbbbb.", "token=[", "token='", "token=aaaa[",
        "password: ",
        "pwd=", "sk-", "AKIA", "ghp_", "-----BEGIN ", "-----BEGIN PRIVATE KEY", "-----END ", "a@", "a@b",
        "a@b.", "a@b.-",
        ".a", "%a", "+a@", "4111 ", "4111-1111-", "4", "DE12", "DE12 3456 ", "DE", "127.", "127.0.0.1", "::",
        "a:", "1:",
        "fe80::", "+49 ", "+1-", "(0", "0.", "030/", "555-555-", "1.1.1.", "_", "-",
    ]
    private static let invalid: [[UInt8]] = [[0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F], [0x80]]

    static let all = [
        Grammar("words, lines and features", tokens: tokens, bytes: invalid) {
            let analyzer = try TextAnalyzer()
            var analysis = AnalyzedText()
            return { analyzer.analyze($0, into: &analysis) }
        },
        Grammar("sentences by rules", tokens: tokens) {
            let splitter = SentenceSplitter()
            var spans: [TextSpan] = []
            return { splitter.split($0, language: SentenceLanguage("de"), into: &spans) }
        },
        Grammar(
            "sentences by rules, English lines", frames: [.init("1. A ", "\na"), .init("(\"")], tokens: tokens
        ) {
            let splitter = SentenceSplitter()
            var spans: [TextSpan] = []
            return { splitter.split($0, language: SentenceLanguage("en"), into: &spans) }
        },
        Grammar("sentences by Unicode", tokens: tokens) {
            let segmenter = try TextSegmenter(locale: "root")
            var spans: [TextSpan] = []
            return { segmenter.sentences(validUTF8: $0, into: &spans) }
        },
        Grammar("languages and formality", tokens: tokens) {
            let analyzer = try TextAnalyzer()
            var analysis = AnalyzedText()
            return {
                analyzer.analyze($0, into: &analysis)
                let guess = LanguageGuesser.standard.guess(analysis.tokenized)
                _ = analysis.formality(language: guess.language?.code)
            }
        },
        Grammar("sources of features", tokens: tokens) {
            let analyzer = try TextAnalyzer()
            var analysis = AnalyzedText()
            return {
                analyzer.analyze($0, into: &analysis)
                _ = FeatureExplainer().explain(analysis)
            }
        },
        Grammar("redaction", tokens: tokens + secrets) {
            return { _ = TextRedaction().redact(String(decoding: $0, as: UTF8.self)) }
        },
        Grammar("verdicts", tokens: tokens, bytes: invalid) {
            let session = try Pipeline.standard().makeSession()
            return { _ = session.classify($0) }
        },
        Grammar("explained verdicts", tokens: tokens) {
            let session = try Pipeline.standard().makeSession()
            return { _ = session.classify($0, explaining: true) }
        },
    ]
}
