public import IlkVocabulary

/// Reads rule packs: YAML files in the format that `docs/rules.md` describes.
public enum RulePack {
    /// Reads, checks and compiles files.
    ///
    /// All problems of all files are told in one pass. With an error among them there is no rule set at all, so that
    /// a caller keeps the one it has.
    ///
    /// - Parameters:
    ///   - sources: The files. Their order and their names have no part in the result but in the problems' places.
    ///   - taxonomy: What the rules decide among; every pack must be for it.
    ///   - locale: The locale whose word breaks cut the entries of word sets; the same as that of the texts.
    /// - Returns: The rule set, unless there is an error, and the problems. It does not throw and reads no files.
    /// - Complexity: Linear in the bytes, for packs of a kind that people write.
    public static func load(
        sources: [RuleSource], taxonomy: Taxonomy, locale: String = "en"
    ) -> RuleLoadResult {
        load(layers: [RuleLayer(name: "", sources: sources)], taxonomy: taxonomy, locale: locale)
    }

    /// Reads, checks and compiles layers of files: as above, and what a later layer says wins.
    ///
    /// - Parameters:
    ///   - layers: The layers, the lowest first. One layer alone is what ``load(sources:taxonomy:locale:)`` takes.
    ///   - taxonomy: What the rules decide among; every file must be for it.
    ///   - locale: The locale whose word breaks cut the entries of word sets.
    public static func load(
        layers: [RuleLayer], taxonomy: Taxonomy, locale: String = "en"
    ) -> RuleLoadResult {
        let compilation = compile(layers: layers, taxonomy: taxonomy, locale: locale)
        return RuleLoadResult(
            ruleSet: compilation.ruleSet, diagnostics: compilation.diagnostics.sorted())
    }

    /// Reads, checks and compiles layers of files, and returns all that later checks need.
    package static func compile(
        layers: [RuleLayer], taxonomy: Taxonomy, locale: String
    ) -> RuleCompilation {
        var diagnostics = DiagnosticList()
        let packs = layers.map { layer in
            layer.sources.compactMap { source -> PackDraft? in
                guard let text = PackGuard.open(source, &diagnostics) else { return nil }
                return PackReader.read(text, taxonomy: taxonomy, &diagnostics)
            }
        }
        let digest = diagnostics.hasErrors ? "" : digest(of: layers)
        return RuleCompiler.compile(
            packs, taxonomy: taxonomy, locale: locale, digest: digest, diagnostics)
    }

    /// The digest of the rule set that these sources make: SHA-256 in lower-case hexadecimal, made of their bytes,
    /// whatever their names and their order.
    public static func digest(of sources: [RuleSource]) -> String { digest(of: sources.map(\.bytes)) }

    /// The digest of the rule set that these layers make: that of the sources where there is one layer, else a SHA-256
    /// over those of the layers in their order. A layer without files counts for nothing.
    public static func digest(of layers: [RuleLayer]) -> String {
        let digests = layers.filter { !$0.sources.isEmpty }.map { digest(of: $0.sources) }
        guard digests.count != 1 else { return digests[0] }
        guard !digests.isEmpty else { return digest(of: [RuleSource]()) }
        return ContentDigest(of: "layers\n" + digests.joined(separator: "\n")).description
    }

    /// The SHA-256 over the SHA-256s of the sources in their order as numbers.
    static func digest(of sources: [[UInt8]]) -> String {
        let digests = sources.map { ContentDigest(of: $0).bytes }.sorted { $0.lexicographicallyPrecedes($1) }
        return ContentDigest(of: digests.joined()).description
    }
}
