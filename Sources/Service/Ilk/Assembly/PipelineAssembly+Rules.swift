import IlkFiles
import IlkPipeline
public import IlkRules
public import IlkVocabulary

/// The rules of an assembly: its stack of layers, read and compiled.
extension PipelineAssembly {
    /// The rules that the assembly names; nil for none, as beside a model of another taxonomy than the built-in rules'
    /// when nobody has rules for that one.
    ///
    /// - Throws: ``IlkError`` when they cannot be read or do not fit.
    public func loadRules(taxonomy: Taxonomy) throws(IlkError) -> RuleSet? {
        if let path = try compiledFile() { return try RuleFiles.compiled(path, taxonomy: taxonomy) }
        let files = try readFiles(taxonomy: taxonomy)
        guard files.contains(where: { $0 != nil }) else {
            // Nearly always: these start from what was compiled when the program was made.
            return rules.layers.contains(.builtIn) ? try builtInRules(ruleTaxonomy(for: taxonomy)) : nil
        }
        let layers = ruleLayers(files, taxonomy: taxonomy)
        let result = RuleCache(folder: folders.ruleCache).load(layers, taxonomy: ruleTaxonomy(for: taxonomy))
        guard let ruleSet = result.ruleSet else { throw refusal(result.diagnostics) }
        return ruleSet
    }

    /// The files of all layers that have any, the lowest layer first; compiled files are none of them.
    ///
    /// - Throws: ``IlkError`` when one cannot be read.
    public func ruleLayers(taxonomy: Taxonomy) throws(IlkError) -> [RuleLayer] {
        ruleLayers(try readFiles(taxonomy: taxonomy), taxonomy: taxonomy)
    }

    /// What the rules decide among beside a model of a taxonomy: the same, under the name that packs know it by.
    public func ruleTaxonomy(for taxonomy: Taxonomy) -> Taxonomy {
        guard rules.layers.contains(.builtIn) else { return taxonomy }
        return Taxonomy.shipped.first { $0.categories == taxonomy.categories } ?? taxonomy
    }

    /// The compiled file that the stack names, nil for none.
    ///
    /// - Throws: ``IlkError`` when other files are named beside it: nothing can be added to it.
    public func compiledFile() throws(IlkError) -> String? {
        let named = rules.layers.compactMap { layer in
            if case .files(let path) = layer { path } else { nil }
        }
        guard let path = named.first(where: { $0.hasSuffix(RuleFiles.compiledSuffix) }) else { return nil }
        guard named.count == 1 else {
            throw IlkError(
                .configuration, "\(path) is a whole rule set: it cannot be combined with other rules",
                hint: "compile all of them into one file: ilk rules compile FOLDER... -o FILE")
        }
        return path
    }

    /// Where files of rules are looked for.
    func rulePaths(taxonomy: Taxonomy) -> [String] { rules.layers.compactMap { path(of: $0, taxonomy) } }

    /// The error that the rules are not taken, with all that is wrong with them.
    func refusal(_ diagnostics: [RuleDiagnostic]) -> IlkError {
        let errors = diagnostics.filter { $0.severity == .error }
        var command = rules.layers.contains(.builtIn) ? "ilk rules lint --on-top" : "ilk rules lint"
        for case .files(let path) in rules.layers { command += " \(path)" }
        return IlkError(
            .configuration, errors.map(\.description).joined(separator: "\n"),
            hint: "see all problems with: \(command)")
    }

    // MARK: Layers

    private func path(of layer: RuleStack.Layer, _ taxonomy: Taxonomy) -> String? {
        let name = ruleTaxonomy(for: taxonomy).name
        switch layer {
        case .builtIn: return nil
        case .system: return folders.systemRules(taxonomy: name)
        case .user: return folders.rules(taxonomy: name)
        case .files(let path): return path
        }
    }

    /// The files of each layer of the stack; nil for those that have none, and for the built-in one.
    private func readFiles(taxonomy: Taxonomy) throws(IlkError) -> [RuleLayer?] {
        var layers: [RuleLayer?] = []
        for layer in rules.layers {
            guard let path = path(of: layer, taxonomy) else {
                layers.append(nil)
                continue
            }
            let sources: [RuleSource]
            if case .files = layer {
                sources = try RuleFiles.read(path)
            } else {
                sources = try RuleFiles.readIfThere(path)
            }
            layers.append(sources.isEmpty ? nil : RuleLayer(name: path, sources: sources))
        }
        return layers
    }

    private func ruleLayers(_ files: [RuleLayer?], taxonomy: Taxonomy) -> [RuleLayer] {
        zip(rules.layers, files).compactMap { layer, files in
            guard layer == .builtIn else { return files }
            let sources = BuiltIn.ruleSources(for: ruleTaxonomy(for: taxonomy))
            return sources.isEmpty ? nil : RuleLayer(name: "the built-in rules", sources: sources)
        }
    }
}
