import IlkFiles
import IlkPipeline
import IlkRuleTools
import IlkRules
import IlkText
import IlkVocabulary

/// Rules that may take the place of those in use: read, checked, and tried on their examples.
struct RuleCandidate {
    /// The rules; nil when there are none, or when they are not fit.
    let ruleSet: RuleSet?
    /// What is wrong with them.
    let diagnostics: [RuleDiagnostic]
    /// The examples that failed.
    let failures: [RuleTestResult]
    private let layers: [RuleLayer]

    /// Reads and tries the rules of an assembly.
    ///
    /// - Throws: ``IlkError`` when a file cannot be read.
    init(_ assembly: PipelineAssembly, taxonomy: Taxonomy) throws(IlkError) {
        if let path = try assembly.compiledFile() {
            // It was checked when it was made, and has no examples.
            self.init(ruleSet: try RuleFiles.compiled(path, taxonomy: taxonomy))
            return
        }
        let layers = try assembly.ruleLayers(taxonomy: taxonomy)
        guard !layers.isEmpty else {
            self.init(ruleSet: nil)
            return
        }
        let result = RuleLint.load(layers: layers, taxonomy: assembly.ruleTaxonomy(for: taxonomy))
        var failures: [RuleTestResult] = []
        if let ruleSet = result.ruleSet {
            do {
                let analyzer = try TextAnalyzer(measuring: ruleSet.featureLevel)
                failures = RuleTester(ruleSet).run { analyzer.analyze($0, into: &$1) }.filter { !$0.passed }
            } catch {
                throw IlkError(.software, error.description)
            }
        }
        self.init(
            ruleSet: result.ruleSet, diagnostics: result.diagnostics, failures: failures, layers: layers)
    }

    private init(
        ruleSet: RuleSet?, diagnostics: [RuleDiagnostic] = [], failures: [RuleTestResult] = [],
        layers: [RuleLayer] = []
    ) {
        self.ruleSet = ruleSet
        self.diagnostics = diagnostics
        self.failures = failures
        self.layers = layers
    }

    /// Whether they can be used.
    var isFit: Bool { failures.isEmpty && !diagnostics.contains { $0.severity == .error } }

    /// Keeps them for the next start.
    func keep(_ assembly: PipelineAssembly) {
        guard let ruleSet, !layers.isEmpty else { return }
        RuleCache(folder: assembly.folders.ruleCache).keep(ruleSet, of: layers)
    }
}
