import IlkRules
import IlkText
import IlkVocabulary

/// A writer of rule sets in compiled form.
struct CompiledRulesWriter {
    typealias Section = CompiledRulesFile.Section

    private let sources: [RuleSource]
    private var sections = [[UInt8]](repeating: [], count: Section.allCases.count)
    /// By bytes: equal strings can have different bytes, and expressions distinguish these bytes.
    private var texts: [[UInt8]: UInt32] = [:]

    /// Creates a writer. The order of the sources does not affect the output.
    init(sources: [RuleSource]) {
        self.sources = sources.sorted { $0.name < $1.name }
    }

    /// Returns the contents of a compiled rule file.
    mutating func bytes(of ruleSet: RuleSet) -> [UInt8] {
        append(text(ruleSet.taxonomy.name), to: .taxonomy)
        for category in ruleSet.taxonomy.categories { append(text(category.rawValue), to: .taxonomy) }
        appendSources()
        appendRules(ruleSet)
        appendMatchers(ruleSet.program)
        appendConditions(ruleSet.program)
        appendLiterals(ruleSet.program)
        appendWords(ruleSet.program.words)
        return assemble(digest: ruleSet.digest)
    }

    // MARK: Numbers and texts

    private mutating func append(_ number: some FixedWidthInteger, to section: Section) {
        sections[section.index].append(littleEndian: number)
    }

    private mutating func append(_ range: Range<Int32>, to section: Section) {
        append(range.lowerBound, to: section)
        append(range.upperBound, to: section)
    }

    /// Returns the index of a string in the string table, which contains each string once.
    private mutating func text(_ text: String) -> UInt32 {
        let bytes = Array(text.utf8)
        if let known = texts[bytes] { return known }
        let number = UInt32(texts.count)
        texts[bytes] = number
        sections[Section.stringPool.index] += bytes
        append(UInt32(sections[Section.stringPool.index].count), to: .stringEnds)
        return number
    }

    // MARK: Parts

    private mutating func appendSources() {
        for source in sources {
            let mark = fingerprint(source.bytes)
            append(text(source.name), to: .sources)
            append(UInt32(0), to: .sources)
            append(mark.count, to: .sources)
            append(mark.hash, to: .sources)
        }
    }

    private mutating func appendRules(_ ruleSet: RuleSet) {
        var sourceIndex: [String: UInt32] = [:]
        for (index, source) in sources.enumerated() { sourceIndex[source.name] = UInt32(index) }
        for (index, compiled) in ruleSet.program.rules.enumerated() {
            let rule = index < ruleSet.rules.count ? ruleSet.rules[index] : nil
            append(compiled, rule?.status ?? .test)
            if let rule {
                append(rule.id, rule.description, rule.condition, rule.pack, to: .rules)
                append(sourceIndex[rule.file] ?? CompiledRulesFile.noText, to: .rules)
                append(UInt32(rule.line), to: .rules)
                append(rule.contentHash, to: .rules)
                for weight in rule.weights { append(weight.bitPattern, to: .weights) }
                for change in rule.changes { append(change, rule: index, sourceIndex) }
            } else {
                let exception = ruleSet.exceptions[index - ruleSet.rules.count]
                append(
                    exception.id, exception.says, exception.condition, exception.overrides, to: .rules)
                append(sourceIndex[exception.file] ?? CompiledRulesFile.noText, to: .rules)
                append(UInt32(exception.line), to: .rules)
                append(UInt64(0), to: .rules)
            }
        }
    }

    private mutating func append(_ compiled: CompiledRule, _ status: RuleStatus) {
        append(compiled.root, to: .rules)
        append(UInt8(compiled.isAlwaysTried ? 1 : 0), to: .rules)
        append(UInt8(RuleStatus.allCases.firstIndex(of: status) ?? 0), to: .rules)
        append(UInt16(0), to: .rules)
        append(compiled.checks, to: .rules)
        append(compiled.evidence, to: .rules)
    }

    private mutating func append(
        _ id: String, _ says: String, _ condition: String?, _ file: String, to section: Section
    ) {
        append(text(id), to: section)
        append(text(says), to: section)
        append(condition.map { text($0) } ?? CompiledRulesFile.noText, to: section)
        append(text(file), to: section)
    }

    private mutating func append(_ change: RuleChange, rule: Int, _ sourceIndex: [String: UInt32]) {
        let (kind, status, exception): (UInt8, UInt8, UInt32) =
            switch change.kind {
            case .weights: (0, 0, 0)
            case .status(let before): (1, UInt8(RuleStatus.allCases.firstIndex(of: before) ?? 0), 0)
            case .exception(let place): (2, 0, UInt32(place))
            case .replaced: (3, 0, 0)
            }
        append(UInt32(rule), to: .changes)
        append(kind, to: .changes)
        append(status, to: .changes)
        append(UInt16(0), to: .changes)
        append(exception, to: .changes)
        append(text(change.name), to: .changes)
        append(text(change.reason), to: .changes)
        append(sourceIndex[change.file] ?? CompiledRulesFile.noText, to: .changes)
        append(UInt32(change.line), to: .changes)
        append(UInt32(0), to: .changes)
        guard case .weights(let before) = change.kind else { return }
        for weight in before { append(weight.bitPattern, to: .earlierWeights) }
    }

    private mutating func appendMatchers(_ program: RuleProgram) {
        for (matcher, name) in zip(program.matchers, program.matcherNames) {
            let flags: UInt8 =
                (matcher.isGated ? 1 : 0) | (matcher.ignoresCase ? 2 : 0) | (matcher.canOverlap ? 4 : 0)
                | (matcher.hasStartLiterals ? 8 : 0) | (matcher.needsGate ? 16 : 0)
            append(matcher.kind.rawValue, to: .matchers)
            append(
                UInt8(MatchPosition.Anchor.allCases.firstIndex(of: matcher.place.anchor) ?? 0), to: .matchers)
            append(flags, to: .matchers)
            append(UInt8(0), to: .matchers)
            for number in [
                // The index of an automaton in earlier versions of the format.
                matcher.place.lines, matcher.rule, matcher.regex, -1, -1, matcher.spanLimit,
            ] {
                append(number, to: .matchers)
            }
            append(matcher.requiredCharacters, to: .matchers)
            append(text(name), to: .matchers)
            append(matcher.trait, to: .matchers)
            append(matcher.near, to: .matchers)
        }
        appendTraits(program)
        for set in program.requiredCharacters {
            append(set.low, to: .requiredCharacters)
            append(set.high, to: .requiredCharacters)
            append(UInt64(set.others.isEmpty ? 0 : 1), to: .requiredCharacters)
        }
        for regex in program.regexes { append(text(regex.source), to: .regexes) }
    }

    private mutating func appendTraits(_ program: RuleProgram) {
        for trait in program.traits {
            append(trait.scripts.bits, to: .traits)
            append(trait.confidence.bitPattern, to: .traits)
            append(trait.languages, to: .traits)
        }
        for language in program.languages { append(language.number, to: .languages) }
        for nearness in program.nearness {
            append(nearness.matcher, to: .nearness)
            append(nearness.limit, to: .nearness)
            append(UInt32(NearUnit.allCases.firstIndex(of: nearness.unit) ?? 0), to: .nearness)
        }
    }

    private mutating func appendConditions(_ program: RuleProgram) {
        for node in program.nodes {
            append(node.operation.rawValue, to: .nodes)
            append(number(of: node.comparison), to: .nodes)
            append(Self.kind(of: node.left), to: .nodes)
            append(Self.kind(of: node.right), to: .nodes)
            append(node.first, to: .nodes)
            append(node.second, to: .nodes)
            append(node.limit, to: .nodes)
            append(node.children, to: .nodes)
            append(node.range, to: .nodes)
            append(Self.value(of: node.left), to: .nodes)
            append(Self.value(of: node.right), to: .nodes)
        }
        for part in program.parts { append(part, to: .parts) }
        for check in program.checks {
            append(check.feature, to: .checks)
            append(UInt32(number(of: check.comparison)), to: .checks)
            append(check.value.bitPattern, to: .checks)
        }
    }

    private func number(of comparison: Comparison) -> UInt8 {
        UInt8(Comparison.allCases.firstIndex(of: comparison) ?? 0)
    }

    private static func kind(of operand: ConditionOperand) -> UInt8 {
        switch operand {
        case .number: 0
        case .feature: 1
        case .count: 2
        }
    }

    private static func value(of operand: ConditionOperand) -> UInt64 {
        switch operand {
        case .number(let value): value.bitPattern
        case .feature(let index), .count(let index): UInt64(index)
        }
    }

    private mutating func appendLiterals(_ program: RuleProgram) {
        sections[Section.literalPool.index] = program.literals.literals.bytes
        for end in program.literals.literals.ends { append(end, to: .literalEnds) }
        append(UInt32(0), to: .firstOwner)
        for range in program.ownersOfLiteral { append(UInt32(range.upperBound), to: .firstOwner) }
        for owner in program.owners {
            append(owner.role.rawValue, to: .owners)
            append(owner.edges.rawValue, to: .owners)
            append(UInt16(0), to: .owners)
            append(owner.matcher, to: .owners)
            append(owner.length, to: .owners)
            append(owner.exactLower, to: .owners)
        }
        sections[Section.exactBytes.index] = Array(program.exactBytes)
        for matcher in program.gatedFoldingMatchers { append(matcher, to: .gatedFolding) }
    }

    private mutating func appendWords(_ index: WordIndex) {
        sections[Section.wordPool.index] = Array(index.pool)
        for entry in index.entries {
            append(entry.word, to: .words)
            append(entry.phrases, to: .words)
        }
        for word in index.following { append(word, to: .following) }
        for phrase in index.phrases {
            append(phrase.matcher, to: .phrases)
            append(phrase.rest, to: .phrases)
            append(phrase.step, to: .phrases)
        }
        for step in index.steps {
            append(step.place, to: .steps)
            append(step.count, to: .steps)
            append(step.gap, to: .steps)
        }
    }

    private mutating func append(_ word: WordIndex.Word, to section: Section) {
        append(word.hash, to: section)
        append(word.lower, to: section)
        append(word.count, to: section)
    }

    // MARK: Assembly

    private func assemble(digest: String) -> [UInt8] {
        var body: [UInt8] = []
        var table: [UInt8] = []
        let start = CompiledRulesFile.headerSize + Section.allCases.count * CompiledRulesFile.entrySize
        for section in Section.allCases {
            while (start + body.count) % 8 != 0 { body.append(0) }
            let bytes = sections[section.index]
            table.append(littleEndian: section.rawValue)
            table.append(littleEndian: UInt32(section.recordSize))
            table.append(littleEndian: UInt64(start + body.count))
            table.append(littleEndian: UInt64(bytes.count / section.recordSize))
            body += bytes
        }
        var file = CompiledRulesFile.magic
        file.append(littleEndian: CompiledRules.version)
        file.append(littleEndian: UInt32(Section.allCases.count))
        file.append(littleEndian: UInt64(start + body.count))
        file.append(littleEndian: UInt64(0))
        file += ContentDigest(digest)?.bytes ?? [UInt8](repeating: 0, count: 32)
        file.append(littleEndian: UInt32(TextFeatures.schemaVersion))
        file.append(littleEndian: UInt32(TextFeature.allCases.count))
        file += table
        file += body
        return StableHash.addingChecksum(file)
    }
}
