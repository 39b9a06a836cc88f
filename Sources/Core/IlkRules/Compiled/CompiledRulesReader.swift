import IlkVocabulary

/// Builds a rule set from a compiled rule file.
///
/// Every index is validated before use, because the engine runs its program without bounds checks.
struct CompiledRulesReader {
    typealias Section = CompiledRulesFile.Section

    let file: CompiledRulesFile
    let taxonomy: Taxonomy
    let texts: [String]

    /// Validates the container and the taxonomy, and reads the string table.
    init(_ bytes: UnsafeRawBufferPointer, taxonomy: Taxonomy) throws(FormatError) {
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

    private static func otherTaxonomy(_ file: CompiledRulesFile, _ taxonomy: Taxonomy) -> FormatError {
        FormatError(
            .taxonomyMismatch, at: file.offset(.taxonomy),
            "the labels of the rules differ from the labels of the taxonomy '\(taxonomy.name)'")
    }

    private static func texts(_ file: CompiledRulesFile) throws(FormatError) -> [String] {
        let ends = file.numbers(.stringEnds, as: UInt32.self)
        let pool = file.bytes[file.offset(.stringPool)..<file.offset(.stringPool, file.count(.stringPool))]
        var texts: [String] = []
        texts.reserveCapacity(ends.count)
        var start = 0
        for (index, end) in ends.enumerated() {
            guard Int(end) >= start, Int(end) <= pool.count else {
                throw malformed(file, .stringEnds, index, "a string extends past the end of its section")
            }
            let range = pool.startIndex + start..<pool.startIndex + Int(end)
            texts.append(String(decoding: UnsafeRawBufferPointer(rebasing: pool[range]), as: UTF8.self))
            start = Int(end)
        }
        return texts
    }

    /// Returns the rule set.
    ///
    /// - Parameter names: The current names of the source files. Sources that are not listed keep their
    ///   stored names.
    func ruleSet(named names: [(name: String, mark: fingerprint)]) throws(FormatError) -> RuleSet {
        guard let digest = file.digest else {
            throw FormatError(.malformed, at: 32, "the digest cannot be read")
        }
        let count = try ruleCount()
        let program = try program(exceptionCount: file.count(.rules) - count)
        let files = try fileNames(names)
        let matchers = try matcherNames(program)
        return RuleSet(
            taxonomy: taxonomy, rules: try rules(0..<count, files, matchers),
            exceptions: try exceptions(count..<file.count(.rules), files, matchers),
            digest: digest.description, program: program)
    }

    /// Returns the number of rules without exceptions. Only rules have weights.
    private func ruleCount() throws(FormatError) -> Int {
        let (count, rest) = file.count(.weights).quotientAndRemainder(dividingBy: max(1, taxonomy.count))
        guard rest == 0, count <= file.count(.rules) else {
            throw malformed(.weights, 0, "there must be one weight for each rule and label")
        }
        return count
    }

    func sources() throws(FormatError) -> [(name: String, mark: fingerprint)] {
        try records(.sources) { (at, index) throws(FormatError) in
            let mark = fingerprint(
                count: file.load(UInt64.self, at + 8), hash: file.load(UInt64.self, at + 16))
            return (name: try text(file.load(UInt32.self, at), .sources, index), mark: mark)
        }
    }

    // MARK: Rules

    /// The fields that rules and exceptions share.
    private struct CommonFields {
        let id: String
        let says: String
        let condition: String?
        let pack: String
        let file: String
        let line: Int
    }

    private func words(_ index: Int, _ files: [String]) throws(FormatError) -> CommonFields {
        let at = file.offset(.rules, index)
        let condition = file.load(UInt32.self, at + 32)
        return CommonFields(
            id: try text(file.load(UInt32.self, at + 24), .rules, index),
            says: try text(file.load(UInt32.self, at + 28), .rules, index),
            condition: condition == CompiledRulesFile.noText ? nil : try text(condition, .rules, index),
            pack: try text(file.load(UInt32.self, at + 36), .rules, index),
            file: try fileName(file.load(UInt32.self, at + 40), files, .rules, index),
            line: Int(file.load(UInt32.self, at + 44)))
    }

    func fileName(
        _ number: UInt32, _ files: [String], _ section: Section, _ index: Int
    ) throws(FormatError) -> String {
        if number == CompiledRulesFile.noText { return "" }
        guard number < files.count else {
            throw malformed(section, index, "the source file number \(number) is out of range")
        }
        return files[Int(number)]
    }

    private func rules(
        _ range: Range<Int>, _ files: [String], _ matchers: [[String]]
    ) throws(FormatError) -> [Rule] {
        let weights = try weights(.weights)
        let changes = try changes(of: range.count, exceptions: file.count(.rules) - range.count, files)
        let statuses = RuleStatus.allCases
        var rules: [Rule] = []
        rules.reserveCapacity(range.count)
        for index in range {
            let status = Int(file.load(UInt8.self, file.offset(.rules, index) + 5))
            guard status < statuses.count else {
                throw malformed(.rules, index, "the status of a rule is unknown")
            }
            let words = try words(index, files)
            rules.append(
                Rule(
                    id: words.id, description: words.says, status: statuses[status],
                    weights: Array(weights[index * taxonomy.count..<(index + 1) * taxonomy.count]),
                    condition: words.condition, matchers: matchers[index], examples: [],
                    pack: words.pack, file: words.file, line: words.line,
                    contentHash: file.load(UInt64.self, file.offset(.rules, index) + 48),
                    changes: changes.isEmpty ? [] : changes[index]))
            if index > 0, rules[index].id <= rules[index - 1].id {
                throw malformed(.rules, index, "the rules are not sorted by their ids")
            }
        }
        return rules
    }

    private func exceptions(
        _ range: Range<Int>, _ files: [String], _ matchers: [[String]]
    ) throws(FormatError) -> [RuleException] {
        var exceptions: [RuleException] = []
        for index in range {
            let words = try words(index, files)
            exceptions.append(
                RuleException(
                    id: words.id, says: words.says, condition: words.condition, matchers: matchers[index],
                    examples: [], overrides: words.pack, file: words.file, line: words.line))
        }
        return exceptions
    }

    private func fileNames(
        _ names: [(name: String, mark: fingerprint)]
    ) throws(FormatError) -> [String] {
        var nameOfMark: [fingerprint: String] = [:]
        for (name, mark) in names where nameOfMark[mark] == nil { nameOfMark[mark] = name }
        return try sources().map { nameOfMark[$0.mark] ?? $0.name }
    }

    func weights(_ section: Section) throws(FormatError) -> [Double] {
        let weights = file.numbers(section, as: UInt64.self).map { Double(bitPattern: $0) }
        if let index = weights.firstIndex(where: { !(abs($0) <= RuleLimits.weight) }) {
            throw malformed(section, index, "a weight is out of range")
        }
        return weights
    }

    /// Returns the matcher names of each rule.
    private func matcherNames(_ program: RuleProgram) throws(FormatError) -> [[String]] {
        var names = [[String]](repeating: [], count: program.rules.count)
        for (matcher, name) in zip(program.matchers, program.matcherNames) {
            names[Int(matcher.rule)].append(name)
        }
        return names
    }

    // MARK: Parsing

    func text(
        _ number: UInt32, _ section: Section, _ index: Int = 0
    ) throws(FormatError) -> String {
        guard number < texts.count else {
            throw malformed(section, index, "the string number \(number) is out of range")
        }
        return texts[Int(number)]
    }

    /// Reads two numbers as a range within `0..<count`.
    func range(
        at offset: Int, within count: Int, _ section: Section, _ index: Int
    ) throws(FormatError) -> Range<Int32> {
        let lower = file.load(Int32.self, offset)
        let upper = file.load(Int32.self, offset + 4)
        guard lower >= 0, lower <= upper, Int(upper) <= count else {
            throw malformed(section, index, "the range \(lower)..<\(upper) is not within 0..<\(count)")
        }
        return lower..<upper
    }

    func malformed(_ section: Section, _ index: Int, _ message: String) -> FormatError {
        Self.malformed(file, section, index, message)
    }

    static func malformed(
        _ file: CompiledRulesFile, _ section: Section, _ index: Int, _ message: String
    ) -> FormatError {
        FormatError(.malformed, at: file.offset(section, index), message)
    }
}
