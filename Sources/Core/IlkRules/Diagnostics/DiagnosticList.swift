import IlkVocabulary

/// The problems found so far.
package struct DiagnosticList {
    /// How many problems are kept; a hostile file must not fill the memory with them. Warnings never take the room of
    /// errors.
    static let capacity = 1_000

    private var errors: [RuleDiagnostic] = []
    private var warnings: [RuleDiagnostic] = []
    /// How many problems were told, kept or not.
    private(set) var count = 0
    /// The names that unknown names are still compared with: many unknown names beside many known ones would take time by
    /// the square.
    private var comparisons = 5_000

    package init() {}

    /// Whether any problem is an error.
    package var hasErrors: Bool { !errors.isEmpty }

    /// Whether there is no room for more problems of this kind: these need only be counted.
    func isFull(_ severity: RuleDiagnostic.Severity) -> Bool { kept(severity) > Self.capacity }

    /// Counts a problem for which there is no room.
    mutating func skip(_ severity: RuleDiagnostic.Severity) {
        precondition(isFull(severity), "what there is room for is told")
        count += 1
    }

    /// Adds a problem at a place of a source.
    package mutating func report(
        _ code: RuleDiagnosticCode, _ severity: RuleDiagnostic.Severity = .error, in source: SourceText,
        at position: SourcePosition, length: Int = 1, _ message: String, hint: String? = nil
    ) {
        count += 1
        guard !isFull(severity) else { return }
        let (isPack, hasRoom) = (source.isRulePack, kept(severity) < Self.capacity)
        // Keys and values of another file are private. These codes have none of them in their messages.
        let isShown =
            isPack || [.yamlSyntax, .tooLarge, .tooDeep, .tooManyAliases, .noSegmenter].contains(code)
        keep(
            RuleDiagnostic(
                code: code, severity: severity, file: source.name, line: position.line,
                column: position.column, message: isShown ? message : "the file is not a rule pack",
                hint: isShown ? hint : Self.packHint,
                excerpt: isPack && hasRoom ? source.excerpt(at: position, length: length) : ""))
    }

    private static let packHint = "a pack begins with 'version: 1', 'pack', 'taxonomy', 'says' and 'rules'"

    /// Returns a hint that names the candidate that was probably meant.
    ///
    /// - Parameters:
    ///   - name: The unknown name.
    ///   - candidates: The names that are known.
    ///   - other: Returns the hint if no candidate is near enough.
    /// - Returns: The hint; `nil` after many comparisons, without evaluating the candidates.
    mutating func hint(
        for name: String, among candidates: @autoclosure () -> [String], or other: ([String]) -> String
    ) -> String? {
        guard comparisons > 0 else { return nil }
        let candidates = candidates()
        comparisons -= max(1, candidates.count)
        return Suggestion.hint(for: name, among: candidates) ?? other(candidates)
    }

    /// Returns a hint that lists the names that are known, twenty at most.
    static func list(_ what: String, _ names: [String]) -> String {
        what + names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
    }

    /// Adds the problems of another list.
    mutating func append(_ other: DiagnosticList) {
        count += other.count
        for problem in other.errors { keep(problem) }
        for problem in other.warnings { keep(problem) }
    }

    private func kept(_ severity: RuleDiagnostic.Severity) -> Int {
        severity == .error ? errors.count : warnings.count
    }

    /// Keeps a problem, and one more than there is room for.
    private mutating func keep(_ problem: RuleDiagnostic) {
        guard kept(problem.severity) <= Self.capacity else { return }
        if problem.severity == .error { errors.append(problem) } else { warnings.append(problem) }
    }

    /// The problem that there are more, in the place of one of them.
    private static func full(_ problem: RuleDiagnostic) -> RuleDiagnostic {
        RuleDiagnostic(
            code: .tooManyProblems, severity: problem.severity, file: problem.file, line: problem.line,
            column: problem.column,
            message: "there are more problems; only the first \(capacity) are shown", hint: nil, excerpt: "")
    }

    /// The problems in the order of the files, lines and columns, errors before warnings where there is no room for all.
    package func sorted() -> [RuleDiagnostic] {
        let all = errors + warnings
        guard all.count > Self.capacity else { return all.sorted() }
        return (all.prefix(Self.capacity) + [Self.full(all[Self.capacity])]).sorted()
    }
}
