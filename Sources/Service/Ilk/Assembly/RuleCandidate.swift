import IlkFiles
import IlkPipeline
import IlkRuleTools
import IlkRules
import IlkText
import IlkVocabulary

/// New rules that were checked and tested on their examples, before they replace the active ones.
struct RuleCandidate {
    /// The rules, or `nil` if there are none or they have errors.
    let ruleSet: RuleSet?
    let diagnostics: [RuleDiagnostic]
    let failures: [RuleTestResult]
    private let layers: [RuleLayer]

    /// Reads, checks and tests the rules of an assembly.
    ///
    /// - Throws: ``IlkError`` if a file cannot be read.
    init(_ assembly: PipelineAssembly, taxonomy: Taxonomy) throws(IlkError) {
        if let path = try assembly.compiledFile() {
            // Compiled rules were checked at compile time and have no examples.
            let ruleSet = try RuleFiles.compiled(path, taxonomy: taxonomy)
            self.init(ruleSet: assembly.deciding(ruleSet, taxonomy: taxonomy))
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
            ruleSet: result.ruleSet.map { assembly.deciding($0, taxonomy: taxonomy) },
            diagnostics: result.diagnostics, failures: failures, layers: layers)
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

    /// `true` if the rules have no errors and all examples pass.
    var isFit: Bool { failures.isEmpty && !diagnostics.contains { $0.severity == .error } }

    /// Stores the rules in the cache for the next start.
    func keep(_ assembly: PipelineAssembly) {
        guard let ruleSet, !layers.isEmpty else { return }
        RuleCache(folder: assembly.folders.ruleCache).keep(ruleSet, of: layers)
    }
}
