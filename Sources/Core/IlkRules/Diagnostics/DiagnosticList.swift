import IlkVocabulary

package struct DiagnosticList {
    /// The maximum number of errors, and of warnings, that are kept. It bounds the memory that a hostile file
    /// can use. Warnings do not displace errors.
    static let capacity = 1_000

    private var errors: [RuleDiagnostic] = []
    private var warnings: [RuleDiagnostic] = []
    /// The number of reported problems, including those that were not kept.
    private(set) var count = 0
    /// The remaining number of comparisons between unknown and known names. The limit prevents quadratic
    /// time.
    private var comparisonBudget = 5_000

    /// The files that do not have the expected type, as `severity:name`. At most one problem of each severity
    /// is reported for such a file, without its contents.
    private var otherFiles: Set<String> = []

    package init() {}

    package var hasErrors: Bool { !errors.isEmpty }

    /// `true` if further problems of this severity are only counted.
    func isFull(_ severity: RuleDiagnostic.Severity) -> Bool { kept(severity) > Self.capacity }

    /// Counts a problem without keeping it.
    mutating func skip(_ severity: RuleDiagnostic.Severity) {
        precondition(isFull(severity), "a problem with room in the list is kept")
        count += 1
    }

    /// Adds a problem at a source position.
    package mutating func report(
        _ code: RuleDiagnosticCode, _ severity: RuleDiagnostic.Severity = .error, in source: SourceText,
        at position: SourcePosition, length: Int = 1, _ message: String, hint: String? = nil
    ) {
        guard !isFull(severity) else {
            count += 1
            return
        }
        let (isRecognized, hasRoom) = (source.isRecognized, kept(severity) < Self.capacity)
        // Other files may contain secrets, so their keys and values are not shown. These messages have none.
        let isShown =
            isRecognized || [.yamlSyntax, .tooLarge, .tooDeep, .tooManyAliases, .noSegmenter].contains(code)
        // Without their text, the problems of such a file do not differ: one is enough.
        guard isShown || otherFiles.insert("\(severity):\(source.name)").inserted else { return }
        count += 1
        keep(
            RuleDiagnostic(
                code: code, severity: severity, file: source.name, line: position.line,
                column: position.column, message: isShown ? message : "the file is not \(source.kind.name)",
                hint: isShown ? hint : source.kind.hint,
                excerpt: isRecognized && hasRoom ? source.excerpt(at: position, length: length) : ""))
    }

    /// Returns a hint that suggests the most similar candidate.
    ///
    /// - Parameters:
    ///   - name: The unknown name.
    ///   - candidates: The known names.
    ///   - other: Returns the hint if no candidate is similar enough.
    /// - Returns: The hint. Returns `nil` if the comparison limit is reached; then `candidates` is not
    ///   evaluated.
    mutating func hint(
        for name: String, among candidates: @autoclosure () -> [String], or other: ([String]) -> String
    ) -> String? {
        guard comparisonBudget > 0 else { return nil }
        let candidates = candidates()
        comparisonBudget -= max(1, candidates.count)
        return Suggestion.hint(for: name, among: candidates) ?? other(candidates)
    }

    mutating func append(_ other: DiagnosticList) {
        count += other.count
        for problem in other.errors { keep(problem) }
        for problem in other.warnings { keep(problem) }
    }

    private func kept(_ severity: RuleDiagnostic.Severity) -> Int {
        severity == .error ? errors.count : warnings.count
    }

    /// Adds a problem to the list of its severity, up to one more than the capacity. The additional problem
    /// marks the list as truncated.
    private mutating func keep(_ problem: RuleDiagnostic) {
        guard kept(problem.severity) <= Self.capacity else { return }
        if problem.severity == .error { errors.append(problem) } else { warnings.append(problem) }
    }

    /// Returns the problem that reports the truncation of the list, at the position of a dropped problem.
    private static func full(_ problem: RuleDiagnostic) -> RuleDiagnostic {
        RuleDiagnostic(
            code: .tooManyProblems, severity: problem.severity, file: problem.file, line: problem.line,
            column: problem.column,
            message: "there are more problems; only the first \(capacity) are shown", hint: nil, excerpt: "")
    }

    /// Returns the problems by file, line and column. Errors take precedence if the list is truncated.
    package func sorted() -> [RuleDiagnostic] {
        let all = errors + warnings
        guard all.count > Self.capacity else { return all.sorted() }
        return (all.prefix(Self.capacity) + [Self.full(all[Self.capacity])]).sorted()
    }
}
