/// The problems found so far.
struct DiagnosticList {
    /// How many problems are kept; a hostile file must not fill the memory with them.
    static let capacity = 1_000

    private(set) var diagnostics: [RuleDiagnostic] = []
    private(set) var hasErrors = false

    /// Adds a problem at a place of a source.
    mutating func report(
        _ code: RuleDiagnosticCode, _ severity: RuleDiagnostic.Severity = .error, in source: SourceText,
        at position: SourcePosition, length: Int = 1, _ message: String, hint: String? = nil
    ) {
        if severity == .error { hasErrors = true }
        guard diagnostics.count <= Self.capacity else { return }
        let isFull = diagnostics.count == Self.capacity
        diagnostics.append(
            RuleDiagnostic(
                code: isFull ? .tooManyProblems : code, severity: severity, file: source.name,
                line: position.line, column: position.column,
                message: isFull
                    ? "there are more problems; only the first \(Self.capacity) are shown" : message,
                hint: isFull ? nil : hint,
                excerpt: isFull ? "" : source.excerpt(at: position, length: length)))
    }

    /// Adds the problems of another list.
    mutating func append(_ other: DiagnosticList) {
        if other.hasErrors { hasErrors = true }
        guard diagnostics.count <= Self.capacity else { return }
        let room = Self.capacity - diagnostics.count
        diagnostics += other.diagnostics.prefix(room)
        guard let next = other.diagnostics.dropFirst(room).first else { return }
        diagnostics.append(Self.full(next))
    }

    /// The problem that there are more, in the place of one of them.
    private static func full(_ problem: RuleDiagnostic) -> RuleDiagnostic {
        RuleDiagnostic(
            code: .tooManyProblems, severity: problem.severity, file: problem.file, line: problem.line,
            column: problem.column,
            message: "there are more problems; only the first \(capacity) are shown", hint: nil, excerpt: "")
    }

    /// The problems in the order of the files, lines and columns.
    func sorted() -> [RuleDiagnostic] { diagnostics.sorted() }
}
