import IlkVocabulary

extension TextAnalyzer {
    /// A digest of the token and sentence boundaries of a multilingual sample text. It identifies the
    /// tokenizer: programs that split text differently almost always have different digests. `nil` if ICU
    /// cannot be loaded.
    public static let tokenizerDigest: String? = {
        guard let analyzer = try? TextAnalyzer(measuring: .classification) else { return nil }  // No ICU.
        var analysis = AnalyzedText()
        analyzer.analyze(probe, into: &analysis)
        var cuts = ""
        for token in analysis.tokens { cuts += "\(analysis.span(of: token)) " }
        cuts += "/"
        for sentence in analysis.sentences { cuts += " \(sentence)" }
        return ContentDigest(of: cuts).description
    }()

    private static let probe = """
        Dr. Ito can't pay $1,299.50 before 3:45 p.m., can she? See x_1 = f(a[2]); then http://example.org/a?b=c&d.
        naïve co-op e.g. 10.5% #tag @name 👩‍👩‍👧 🇩🇪 a.b.c 1.2.3 "quoted" (so) it's l'eau — Straße, İstanbul.
        Привет, мир! Ωραία μέρα. שלום עולם. مرحبا بالعالم؟ नमस्ते दुनिया। สวัสดีชาวโลก 你好,世界。東京タワーへ行く。 안녕 세상.
        """
}
