import IlkVocabulary

/// Makes a rule set of its compiled form.
///
/// Every number that names something is looked at before anything runs by it: the engine trusts its program.
struct CompiledRulesReader {
    typealias Section = CompiledRulesFile.Section

    let file: CompiledRulesFile
    let taxonomy: Taxonomy
    let texts: [String]

    /// Checks the frame and reads the texts.
    init(_ bytes: UnsafeRawBufferPointer, taxonomy: Taxonomy) throws(CompiledRulesError) {
        file = try CompiledRulesFile(bytes)
        self.taxonomy = taxonomy
        texts = try Self.texts(file)
        let names = file.numbers(.taxonomy, as: UInt32.self)
        let wanted = [taxonomy.name] + taxonomy.categories.map(\.rawValue)
        guard names.count == wanted.count else { throw Self.otherTaxonomy(file, taxonomy) }
        for (name, wanted) in zip(names, wanted) {
            guard try text(name, .taxonomy) == wanted else { throw Self.otherTaxonomy(file, taxonomy) }
        }
    }

    private static func otherTaxonomy(_ file: CompiledRulesFile, _ taxonomy: Taxonomy) -> CompiledRulesError {
        CompiledRulesError(
            .taxonomyMismatch, at: file.offset(.taxonomy),
            "the rules decide among other categories than those of '\(taxonomy.name)'")
    }

    private static func texts(_ file: CompiledRulesFile) throws(CompiledRulesError) -> [String] {
        let ends = file.numbers(.stringEnds, as: UInt32.self)
        let pool = file.bytes[file.offset(.stringPool)..<file.offset(.stringPool, file.count(.stringPool))]
        var texts: [String] = []
        texts.reserveCapacity(ends.count)
        var start = 0
        for (index, end) in ends.enumerated() {
            guard Int(end) >= start, Int(end) <= pool.count else {
                throw malformed(file, .stringEnds, index, "a text ends outside the pool")
            }
            let range = pool.startIndex + start..<pool.startIndex + Int(end)
            texts.append(String(decoding: UnsafeRawBufferPointer(rebasing: pool[range]), as: UTF8.self))
            start = Int(end)
        }
        return texts
    }

    /// The rule set.
    ///
    /// - Parameter names: What the sources are called now; those that are not known again keep their names.
    func ruleSet(named names: [(name: String, mark: CompiledSource)]) throws(CompiledRulesError) -> RuleSet {
        guard let digest = file.digest else {
            throw CompiledRulesError(.malformed, at: 32, "the digest cannot be read")
        }
        let program = try program()
        return RuleSet(
            taxonomy: taxonomy, rules: try rules(program, names), digest: digest.description, program: program
        )
    }

    /// The sources that the rules were made of.
    func sources() throws(CompiledRulesError) -> [(name: String, mark: CompiledSource)] {
        var sources: [(name: String, mark: CompiledSource)] = []
        for index in 0..<file.count(.sources) {
            let at = file.offset(.sources, index)
            let mark = CompiledSource(
                count: file.load(UInt64.self, at + 8), hash: file.load(UInt64.self, at + 16))
            sources.append((try text(file.load(UInt32.self, at), .sources, index), mark))
        }
        return sources
    }

    // MARK: Rules as people see them

    private func rules(
        _ program: RuleProgram, _ names: [(name: String, mark: CompiledSource)]
    ) throws(CompiledRulesError) -> [Rule] {
        let files = try fileNames(names)
        let weights = try weights()
        let matchers = try matcherNames(program)
        let statuses = RuleStatus.allCases
        var rules: [Rule] = []
        rules.reserveCapacity(file.count(.rules))
        for index in 0..<file.count(.rules) {
            let at = file.offset(.rules, index)
            let status = Int(file.load(UInt8.self, at + 5))
            let source = file.load(UInt32.self, at + 40)
            let condition = file.load(UInt32.self, at + 32)
            guard status < statuses.count, source == CompiledRulesWriter.noText || source < files.count else {
                throw malformed(.rules, index, "a rule names what there is not")
            }
            rules.append(
                Rule(
                    id: try text(file.load(UInt32.self, at + 24), .rules, index),
                    says: try text(file.load(UInt32.self, at + 28), .rules, index),
                    status: statuses[status],
                    weights: Array(weights[index * taxonomy.count..<(index + 1) * taxonomy.count]),
                    condition: condition == CompiledRulesWriter.noText
                        ? nil : try text(condition, .rules, index),
                    matchers: matchers[index], examples: [],
                    pack: try text(file.load(UInt32.self, at + 36), .rules, index),
                    file: source == CompiledRulesWriter.noText ? "" : files[Int(source)],
                    line: Int(file.load(UInt32.self, at + 44))))
            if index > 0, rules[index].id <= rules[index - 1].id {
                throw malformed(.rules, index, "the rules are not sorted by their ids")
            }
        }
        return rules
    }

    private func fileNames(
        _ names: [(name: String, mark: CompiledSource)]
    ) throws(CompiledRulesError) -> [String] {
        var nameOfMark: [CompiledSource: String] = [:]
        for (name, mark) in names where nameOfMark[mark] == nil { nameOfMark[mark] = name }
        return try sources().map { nameOfMark[$0.mark] ?? $0.name }
    }

    private func weights() throws(CompiledRulesError) -> [Double] {
        let (count, isTooMany) = file.count(.rules).multipliedReportingOverflow(by: taxonomy.count)
        guard !isTooMany, file.count(.weights) == count else {
            throw malformed(.weights, 0, "there is not a weight for each rule and category")
        }
        let weights = file.numbers(.weights, as: UInt64.self).map { Double(bitPattern: $0) }
        if let index = weights.firstIndex(where: { !(abs($0) <= RuleLimits.weight) }) {
            throw malformed(.weights, index, "a weight is out of range")
        }
        return weights
    }

    /// The names of each rule's matchers, which stand side by side.
    private func matcherNames(_ program: RuleProgram) throws(CompiledRulesError) -> [[String]] {
        var names = [[String]](repeating: [], count: program.rules.count)
        for (matcher, name) in zip(program.matchers, program.matcherNames) {
            names[Int(matcher.rule)].append(name)
        }
        return names
    }

    // MARK: Reading

    func text(
        _ number: UInt32, _ section: Section, _ index: Int = 0
    ) throws(CompiledRulesError) -> String {
        guard number < texts.count else { throw malformed(section, index, "there is no text \(number)") }
        return texts[Int(number)]
    }

    /// Two numbers as a range that lies within so many places.
    func range(
        at offset: Int, within count: Int, _ section: Section, _ index: Int
    ) throws(CompiledRulesError) -> Range<Int32> {
        let lower = file.load(Int32.self, offset)
        let upper = file.load(Int32.self, offset + 4)
        guard lower >= 0, lower <= upper, Int(upper) <= count else {
            throw malformed(section, index, "\(lower)..<\(upper) is no range among \(count)")
        }
        return lower..<upper
    }

    func malformed(_ section: Section, _ index: Int, _ message: String) -> CompiledRulesError {
        Self.malformed(file, section, index, message)
    }

    static func malformed(
        _ file: CompiledRulesFile, _ section: Section, _ index: Int, _ message: String
    ) -> CompiledRulesError {
        CompiledRulesError(.malformed, at: file.offset(section, index), message)
    }
}
