public import IlkVocabulary

/// Loads rule packs: YAML files in the format that `docs/reference/rules.md` describes.
public enum RulePack {
    /// Parses, validates and compiles rule files.
    ///
    /// The problems of all files are reported together. If any problem is an error, the result has no rule
    /// set, and the caller should keep its active rule set. The function does not throw and does not access
    /// the file system.
    ///
    /// - Parameters:
    ///   - sources: The files. The order and the names of the files do not affect the rules.
    ///   - taxonomy: The taxonomy of the rules. Every pack must name this taxonomy.
    ///   - locale: The locale whose word boundaries split the entries of word sets. Use the locale of the
    ///     texts to classify.
    /// - Returns: The problems, and the rule set if no problem is an error.
    /// - Complexity: O(*n*) in the number of bytes for typical packs.
    public static func load(
        sources: [RuleSource], taxonomy: Taxonomy, locale: String = "en"
    ) -> RuleLoadResult {
        load(layers: [RuleLayer(name: "", sources: sources)], taxonomy: taxonomy, locale: locale)
    }

    /// Parses, validates and compiles layers of rule files. Rules of later layers replace
    /// rules with the same id.
    ///
    /// - Parameters:
    ///   - layers: The layers, the lowest first.
    ///   - taxonomy: The taxonomy of the rules. Every file must name this taxonomy.
    ///   - locale: The locale whose word boundaries split the entries of word sets. Use the locale of the
    ///     texts to classify.
    /// - Returns: The problems, and the rule set if no problem is an error.
    /// - Complexity: O(*n*) in the number of bytes for typical packs.
    public static func load(
        layers: [RuleLayer], taxonomy: Taxonomy, locale: String = "en"
    ) -> RuleLoadResult {
        let compilation = compile(layers: layers, taxonomy: taxonomy, locale: locale)
        return RuleLoadResult(
            ruleSet: compilation.ruleSet, diagnostics: compilation.diagnostics.sorted())
    }

    /// Parses, validates and compiles layers. The result also contains the compiled parts that later checks
    /// use.
    package static func compile(
        layers: [RuleLayer], taxonomy: Taxonomy, locale: String
    ) -> RuleCompilation {
        var diagnostics = DiagnosticList()
        let packs = layers.map { layer in
            layer.sources.compactMap { source -> PackDraft? in
                guard let text = PackLoader.open(source, &diagnostics) else { return nil }
                return PackReader.read(text, taxonomy: taxonomy, &diagnostics)
            }
        }
        let digest = diagnostics.hasErrors ? "" : digest(of: layers)
        return RuleCompiler.compile(
            packs, taxonomy: taxonomy, locale: locale, digest: digest, diagnostics)
    }

    /// Returns the digest of the rule set of these sources.
    ///
    /// - Parameter sources: The files. The order and the names of the files do not affect the digest.
    /// - Returns: A SHA-256 in lowercase hexadecimal.
    /// - Complexity: O(*n*) in the bytes of the sources.
    public static func digest(of sources: [RuleSource]) -> String { digest(of: sources.map(\.bytes)) }

    /// Returns the digest of the rule set of these layers. With one layer, the result is the digest of the
    /// layer's sources. With several layers, the result is the SHA-256 of the digests of the layers, in the
    /// order of the layers.
    ///
    /// - Parameter layers: The layers, the lowest first. Layers without files are ignored.
    /// - Returns: A SHA-256 in lowercase hexadecimal.
    /// - Complexity: O(*n*) in the bytes of the sources.
    public static func digest(of layers: [RuleLayer]) -> String {
        let digests = layers.filter { !$0.sources.isEmpty }.map { digest(of: $0.sources) }
        guard digests.count != 1 else { return digests[0] }
        guard !digests.isEmpty else { return digest(of: [RuleSource]()) }
        return ContentDigest(of: "layers\n" + digests.joined(separator: "\n")).description
    }

    /// Returns the SHA-256 over the sorted SHA-256 digests of the sources.
    static func digest(of sources: [[UInt8]]) -> String {
        let digests = sources.map { ContentDigest(of: $0).bytes }.sorted { $0.lexicographicallyPrecedes($1) }
        return ContentDigest(of: digests.joined()).description
    }
}
