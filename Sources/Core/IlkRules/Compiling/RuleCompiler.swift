import IlkVocabulary

/// Compiles parsed rule packs into a rule set, or reports problems.
package struct RuleCompiler {
    private typealias Entry = LayerMerger.Entry

    private let taxonomy: Taxonomy
    /// The rules sorted by id, then the exceptions. Both are compiled in the same way.
    private let entries: [Entry]
    private let exceptionCount: Int
    private let ruleIndex: [String: Int]
    private let isDeprecated: [Bool]
    private var matcherCompiler: MatcherCompiler

    private var matchers: [CompiledMatcher] = []
    private var matcherNames: [String] = []
    private var regexes: [RegexPattern] = []
    private var requiredCharacters: [ByteClass] = []
    private var literals = LiteralTable()
    private var phrases: [WordIndex.Draft] = []
    private var traits: [TextRequirement] = []
    private var languages: [LanguageCode] = []
    private var nearness: [NearRequirement] = []
    private var conditions = ConditionBuilder()
    private var roots: [Int32] = []
    private var references: [[ConditionCompiler.Reference]] = []
    private var results: [MatcherCompiler.Result?] = []
    private var written: [RuleCompilation.Rule] = []

    private init(_ layering: LayerMerger, taxonomy: Taxonomy, locale: String) {
        self.taxonomy = taxonomy
        matcherCompiler = MatcherCompiler(locale: locale)
        entries = layering.entries + layering.exceptions
        exceptionCount = layering.exceptions.count
        ruleIndex = layering.index
        isDeprecated = entries.map { $0.draft.status == .deprecated }
    }

    /// Compiles the packs of all layers.
    ///
    /// - Parameters:
    ///   - layers: The packs of each layer, the lowest layer first.
    ///   - digest: The digest of the files that the packs were read from.
    /// - Returns: The result of the compilation. It has no rule set if any problem is an error, including
    ///   problems that were found before the compilation.
    static func compile(
        _ layers: [[PackDraft]], taxonomy: Taxonomy, locale: String, digest: String,
        _ diagnostics: consuming DiagnosticList
    ) -> RuleCompilation {
        let layering = LayerMerger(layers, taxonomy: taxonomy, &diagnostics)
        var compiler = RuleCompiler(layering, taxonomy: taxonomy, locale: locale)
        for index in compiler.entries.indices { compiler.compileRule(index, &diagnostics) }
        compiler.checkCycles(&diagnostics)
        let ruleSet = diagnostics.hasErrors ? nil : compiler.ruleSet(layering, digest)
        return RuleCompilation(
            ruleSet: ruleSet, diagnostics: diagnostics, rules: compiler.written,
            exceptionCount: compiler.exceptionCount, matchers: compiler.results,
            nodes: compiler.conditions.nodes, parts: compiler.conditions.parts)
    }

    private func ruleSet(_ layering: LayerMerger, _ digest: String) -> RuleSet {
        let contents = RuleContentHash.hashes(
            of: entries.map(\.draft), references: references.map { $0.map(\.rule) })
        return RuleSet(
            taxonomy: taxonomy, rules: zip(layering.entries, contents).map { Self.rule($0, content: $1) },
            exceptions: layering.exceptions.map { Self.exception($0) }, digest: digest, program: program())
    }

    private static func rule(_ entry: Entry, content: UInt64) -> Rule {
        let draft = entry.draft
        return Rule(
            id: draft.id.text, description: draft.says, status: draft.status, weights: draft.weights,
            condition: draft.condition?.text, matchers: draft.matchers.map(\.name.text),
            examples: draft.examples, pack: draft.pack, file: entry.source.name,
            line: draft.id.position.line, contentHash: content, changes: entry.changes)
    }

    private static func exception(_ entry: Entry) -> RuleException {
        let draft = entry.draft
        return RuleException(
            id: draft.id.text, says: draft.says, condition: draft.condition?.text,
            matchers: draft.matchers.map(\.name.text), examples: draft.examples, overrides: draft.pack,
            file: entry.source.name, line: draft.id.position.line)
    }

    // MARK: One rule

    private mutating func compileRule(_ index: Int, _ diagnostics: inout DiagnosticList) {
        let entry = entries[index]
        var names: [String: Int32] = [:]
        for draft in entry.draft.matchers {
            names[draft.name.text] = Int32(matchers.count)
            let result = matcherCompiler.compile(draft, in: entry.source, &diagnostics)
            add(result, named: draft.name.text, rule: index)
            results.append(result)
        }
        setNearness(of: entry, names, &diagnostics)
        // Broken matchers have been reported already, so conditions may use them without a second report.
        for name in entry.draft.brokenMatchers { names[name] = names[name] ?? 0 }
        guard let text = entry.draft.condition else {
            let parts = entry.draft.matchers.compactMap { names[$0.name.text] }.map {
                conditions.add(ConditionNode(operation: .matched, first: $0))
            }
            let written = conditions.add(ConditionNode(operation: .all), parts: parts)
            note(index, root: parts.isEmpty ? nil : written, names)
            references.append([])
            return roots.append(root(written, of: index))
        }
        let problems = diagnostics.count
        var compiler = ConditionCompiler(
            source: entry.source, text: text, matchers: names, ruleIndex: ruleIndex,
            isDeprecated: isDeprecated)
        let root = compiler.compile(&conditions, &diagnostics)
        references.append(compiler.references)
        // Unknown names were compiled as matcher or rule 0, so later checks must not use the clause.
        note(index, root: diagnostics.count == problems ? root : nil, names)
        roots.append(self.root(root ?? 0, of: index))
        guard root != nil else { return }
        let used = Self.withNeighbors(compiler.used, entry.draft)
        for matcher in entry.draft.matchers where !used.contains(matcher.name.text) {
            diagnostics.report(
                .unusedMatcher, .warning, in: entry.source, at: matcher.name.position,
                length: matcher.name.caretLength,
                "the condition does not use the matcher '\(matcher.name.text)'",
                hint: "use the matcher under 'when', or remove the matcher")
        }
    }

    /// Records a compiled rule for later checks. `root` is `nil` if its condition is invalid.
    private mutating func note(_ index: Int, root: Int32?, _ names: [String: Int32]) {
        let entry = entries[index]
        written.append(
            RuleCompilation.Rule(
                draft: entry.draft, source: entry.source,
                root: entry.draft.brokenMatchers.isEmpty ? root : nil, matchers: names,
                hasExceptions: !entry.exceptions.isEmpty))
    }

    /// Returns the condition of a rule combined with its exceptions from override files. Exceptions are
    /// compiled like rules, so each is evaluated at most once per text.
    private mutating func root(_ written: Int32, of index: Int) -> Int32 {
        let exceptions = entries[index].exceptions.map { $0 + entries.count - exceptionCount }
        guard !exceptions.isEmpty else { return written }
        for exception in exceptions {
            let entry = entries[exception]
            references[index].append(
                ConditionCompiler.Reference(
                    rule: exception, text: entry.draft.id, offset: nil, length: 1, source: entry.source))
        }
        let parts = exceptions.map { conditions.add(ConditionNode(operation: .rule, first: Int32($0))) }
        let none = conditions.add(ConditionNode(operation: .none), parts: parts)
        return conditions.add(ConditionNode(operation: .all), parts: [written, none])
    }

    /// Assigns an index to a matcher and registers its literals and words. An invalid matcher keeps its
    /// index, so that conditions can still be checked.
    private mutating func add(_ result: MatcherCompiler.Result?, named name: String, rule: Int) {
        let index = Int32(matchers.count)
        var matcher = CompiledMatcher(place: result?.place ?? MatchPosition(), rule: Int32(rule))
        switch result?.pattern {
        case .regex(let pattern, let node, let required, let ignoresCase):
            register(pattern, node, required, &matcher)
            matcher.ignoresCase = ignoresCase
            if let required { literals.addGate(required, matcher: index, ignoresCase: ignoresCase) }
            if ignoresCase { literals.addFolding() }
        case .words(let list):
            matcher.kind = .words
            for words in list { phrases.append(WordIndex.Draft(matcher: index, words: words)) }
        case .phrases(let list, let gap):
            matcher.kind = .phrase
            matcher.canOverlap = true
            for words in list {
                phrases.append(WordIndex.Draft(matcher: index, words: words, gap: Int32(gap)))
            }
        case .scripts(let set):
            matcher.kind = .script
            matcher.isGated = false
            matcher.trait = Int32(traits.count)
            traits.append(TextRequirement(scripts: set))
        case .languages(let codes, let confidence):
            matcher.kind = .language
            matcher.isGated = false
            matcher.trait = Int32(traits.count)
            let first = Int32(languages.count)
            languages += codes
            traits.append(
                TextRequirement(confidence: confidence, languages: first..<Int32(languages.count)))
        case .literals(let list, let fold):
            matcher.canOverlap = true
            // Each literal once, in file order, so that the same files produce the same program.
            var seen: Set<[UInt8]> = []
            for literal in fold ? list.map(Self.lowered) : list where seen.insert(literal).inserted {
                literals.add(literal, fold ? .folded : .exact, matcher: index)
            }
        case nil: break
        }
        matcherNames.append(name)
        conditions.matcherCosts.append(matcher.cost)
        matchers.append(matcher)
    }

    /// Registers an expression and the characters that it requires.
    private mutating func register(
        _ regex: RegexPattern, _ node: PatternNode, _ required: RequiredLiterals?,
        _ matcher: inout CompiledMatcher
    ) {
        matcher.kind = .regex
        matcher.regex = Int32(regexes.count)
        regexes.append(regex)
        matcher.isGated = required != nil
        matcher.hasStartLiterals = required?.starts.isEmpty == false
        matcher.needsGate = matcher.hasStartLiterals && required?.others.isEmpty == false
        let sets = RequiredCharacters(of: node).sets
        let firstSet = Int32(requiredCharacters.count)
        requiredCharacters += sets
        matcher.requiredCharacters = firstSet..<Int32(requiredCharacters.count)
    }

    // MARK: Neighbors

    /// Resolves the `near` links of a rule. The rule's matchers must already have indexes. Its condition must
    /// not be compiled yet, because the links change the costs of matchers.
    private mutating func setNearness(
        of entry: Entry, _ names: [String: Int32], _ diagnostics: inout DiagnosticList
    ) {
        guard entry.draft.matchers.contains(where: { $0.near != nil }) else { return }
        let links = NearLinks(entry.draft, in: entry.source, &diagnostics)
        for draft in links.ordered {
            guard let near = draft.near, let own = names[draft.name.text],
                let other = names[near.matcher.text]
            else { continue }
            matchers[Int(own)].near = Int32(nearness.count)
            nearness.append(NearRequirement(matcher: other, limit: near.limit, unit: near.unit))
            conditions.matcherCosts[Int(own)] += conditions.matcherCosts[Int(other)]
        }
    }

    /// Returns the used matchers and, transitively, the targets of their `near` links.
    private static func withNeighbors(_ used: Set<String>, _ draft: RuleDraft) -> Set<String> {
        var used = used
        var isGrowing = draft.matchers.contains { $0.near != nil }
        while isGrowing {
            isGrowing = false
            for matcher in draft.matchers where used.contains(matcher.name.text) {
                if let near = matcher.near, used.insert(near.matcher.text).inserted { isGrowing = true }
            }
        }
        return used
    }

    package static func lowered(_ bytes: [UInt8]) -> [UInt8] {
        bytes.contains(where: \.isASCIIUppercase) ? bytes.map(\.asciiLowercased) : bytes
    }

    // MARK: All rules

    private func checkCycles(_ diagnostics: inout DiagnosticList) {
        let lengths = CycleDetection.run(entries.count) { rule, index in
            index < references[rule].count ? references[rule][index].rule : nil
        } report: { circle, edge in
            let last = circle[circle.count - 1]
            let reference = references[last][edge]
            let shown = (circle.prefix(8) + [circle[0]]).map { entries[$0].draft.id.text }
            let source = reference.source ?? entries[last].source
            diagnostics.report(
                .ruleCycle, in: source, at: reference.position(in: source), length: reference.length,
                "rules depend on each other in a cycle: \(shown.joined(separator: " -> "))",
                hint: "a rule must not depend on itself")
        }
        // A longer chain has one rule with this length, so each chain is reported once.
        for (rule, entry) in entries.enumerated() where lengths[rule] == RuleLimits.ruleChain + 1 {
            diagnostics.report(
                .tooDeep, in: entry.source, at: entry.draft.id.position, length: entry.draft.id.caretLength,
                "the rule refers to a chain of more than \(RuleLimits.ruleChain) rules",
                hint: "repeat the conditions of the first rules, or combine rules")
        }
    }

    private func program() -> RuleProgram {
        let reader = ConditionAnalysis(
            nodes: conditions.nodes, parts: conditions.parts, matchers: self.matchers,
            nearness: nearness)
        var parts = conditions.parts
        var matchers = matchers
        let measured = reader.measuredMatchers
        for index in matchers.indices where !measured.contains(Int32(index)) {
            matchers[index].spanLimit = Int32(RuleLimits.evidenceSpans)
        }
        var rules: [CompiledRule] = []
        var checks: [FeatureCheck] = []
        for (index, root) in roots.enumerated() {
            let evidence = reader.evidenceMatchers(root)
            let start = Int32(parts.count)
            parts += evidence
            let firstCheck = Int32(checks.count)
            checks += reader.checks(root)
            rules.append(
                CompiledRule(
                    root: isDeprecated[index] ? -1 : root,
                    isAlwaysTried: !isDeprecated[index] && reader.valueWithoutFindings(root) != .no,
                    checks: firstCheck..<Int32(checks.count),
                    evidence: start..<start + Int32(evidence.count)))
        }
        return RuleProgram(
            matchers: matchers, matcherNames: matcherNames, regexes: regexes,
            requiredCharacters: requiredCharacters, literals: literals.program(),
            words: WordIndex(phrases), traits: traits, languages: languages, nearness: nearness,
            nodes: conditions.nodes, parts: parts, rules: rules, checks: checks,
            exceptionCount: exceptionCount)
    }
}
