import IlkFiles
import IlkPipeline
public import IlkRules
public import IlkVocabulary

/// Reads and compiles the rules of an assembly.
extension PipelineAssembly {
    /// Loads the rules, or returns `nil` if there are none for the taxonomy.
    ///
    /// - Parameter taxonomy: The taxonomy.
    /// - Throws: ``IlkError`` if the rules cannot be read, have errors or belong to another taxonomy.
    public func loadRules(taxonomy: Taxonomy) throws(IlkError) -> RuleSet? {
        try readRules(taxonomy: taxonomy).map { deciding($0, taxonomy: taxonomy) }
    }

    /// Returns the rules with the label set's setting for unfamiliar texts. If the assembly has no label set,
    /// the label set with the taxonomy's name supplies the setting. Without such a label set, the taxonomy's
    /// default applies.
    ///
    /// - Parameters:
    ///   - ruleSet: The rules.
    ///   - taxonomy: The taxonomy of the model that the rules complement. Its name may differ from the name
    ///     of the label set.
    public func deciding(_ ruleSet: RuleSet, taxonomy: Taxonomy) -> RuleSet {
        var set = labelSet
        if set == nil {
            let catalog = LabelSetCatalog(folders: folders)
            set = try? catalog.ofFile(taxonomy.name)  // `ilk doctor` reports its errors.
        }
        let isSame = set?.includes(taxonomy.categories) ?? false
        var ruleSet = ruleSet
        ruleSet.decidesUnfamiliar =
            (isSame ? set?.usesRulesForUnfamiliar : nil) ?? taxonomy.usesRulesForUnfamiliar
        return ruleSet
    }

    private func readRules(taxonomy: Taxonomy) throws(IlkError) -> RuleSet? {
        if let path = try compiledFile() { return try RuleFiles.compiled(path, taxonomy: taxonomy) }
        let files = try readFiles(taxonomy: taxonomy)
        guard files.contains(where: { $0 != nil }) else {
            // The common case: use the rules that were compiled when the program was built.
            return rules.layers.contains(.builtIn) ? try builtInRules(ruleTaxonomy(for: taxonomy)) : nil
        }
        let layers = ruleLayers(files, taxonomy: taxonomy)
        let result = RuleCache(folder: folders.ruleCache).load(layers, taxonomy: ruleTaxonomy(for: taxonomy))
        guard let ruleSet = result.ruleSet else { throw refusal(result.diagnostics) }
        return ruleSet
    }

    /// Returns the layers that have rules, lowest first. Compiled files are not included.
    ///
    /// - Parameter taxonomy: The taxonomy.
    /// - Throws: ``IlkError`` if a file cannot be read.
    public func ruleLayers(taxonomy: Taxonomy) throws(IlkError) -> [RuleLayer] {
        ruleLayers(try readFiles(taxonomy: taxonomy), taxonomy: taxonomy)
    }

    /// Returns the taxonomy of the rules that complement a model. This is the built-in taxonomy with the
    /// labels of the model, because rule packs refer to its name. If there is none, it is the model's
    /// taxonomy.
    ///
    /// - Parameter taxonomy: The model's taxonomy.
    public func ruleTaxonomy(for taxonomy: Taxonomy) -> Taxonomy {
        guard rules.layers.contains(.builtIn) else { return taxonomy }
        return Taxonomy.shipped.first { $0.categories == taxonomy.categories } ?? taxonomy
    }

    /// Returns the file of compiled rules in the stack, or `nil` if the stack contains none.
    ///
    /// - Throws: ``IlkError`` if other files are named too, because compiled rules cannot be combined with
    ///   other rules.
    public func compiledFile() throws(IlkError) -> String? {
        let named = rules.layers.compactMap { layer in
            if case .files(let path) = layer { path } else { nil }
        }
        guard let path = named.first(where: { $0.hasSuffix(RuleFiles.compiledSuffix) }) else { return nil }
        guard named.count == 1 else {
            throw IlkError(
                .configuration, "\(path) has compiled rules, which cannot be combined with other rules",
                hint: "compile all rules into one file with: ilk rules compile FOLDER... -o FILE")
        }
        return path
    }

    /// Returns the files and folders that contain rules.
    func rulePaths(taxonomy: Taxonomy) -> [String] { rules.layers.compactMap { path(of: $0, taxonomy) } }

    /// Returns one error that lists all errors of refused rules.
    func refusal(_ diagnostics: [RuleDiagnostic]) -> IlkError {
        let errors = diagnostics.filter { $0.severity == .error }
        var command = rules.layers.contains(.builtIn) ? "ilk rules lint --on-top" : "ilk rules lint"
        for case .files(let path) in rules.layers { command += " \(path)" }
        return IlkError(
            .configuration, errors.map(\.description).joined(separator: "\n"),
            hint: "list all problems with: \(command)")
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

    /// Returns the rules of each layer, or `nil` for layers without files and for built-in rules.
    private func readFiles(taxonomy: Taxonomy) throws(IlkError) -> [RuleLayer?] {
        var layers: [RuleLayer?] = []
        for layer in rules.layers {
            guard let path = path(of: layer, taxonomy) else {
                layers.append(nil)
                continue
            }
            let sources: [RuleSource]
            if case .files = layer {
                if let labelSet, labelSet.rules.contains(path) {
                    sources = try labelSet.rules(at: path)
                } else {
                    sources = try RuleFiles.read(path)
                }
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
