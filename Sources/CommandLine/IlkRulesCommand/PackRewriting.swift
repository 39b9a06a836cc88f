import Ilk
import IlkConsole
import IlkRuleTools
import IlkRules
import IlkVocabulary

/// A rewrite of pack files in place.
struct PackRewriting {
    /// The change to a file.
    enum Operation {
        /// Formats a file in the canonical layout.
        case format
        /// Renames outdated keys to their current names.
        case migrate

        func rewrite(_ source: RuleSource) -> RulePackRewrite {
            switch self {
            case .format: RulePackFormatter.layout(source)
            case .migrate: RulePackMigrator.migrate(source)
            }
        }
    }

    var operation: Operation
    /// `true` to only report the files that would change.
    var isCheck: Bool
    var console: Console

    /// The maximum size of standard input in bytes.
    private static let inputLimit = 32 << 20

    /// Rewrites files and folders, or standard input to standard output.
    ///
    /// - Throws: Errors of reading and writing. After all files: `badInput` if a file could not be parsed,
    ///   `checkFailed` without a message if ``isCheck`` is `true` and a file would change, `partlyDone`
    ///   without a message if a file contains something that cannot be rewritten.
    func run(_ paths: [String]) throws {
        if paths == ["-"] { return try runThrough() }
        var (changed, failed, skipped) = (0, 0, 0)
        for path in paths {
            guard !path.hasSuffix(RuleFiles.compiledSuffix) else {
                throw CommandError(
                    .usage, "compiled rules cannot be rewritten", at: path,
                    hint: "specify the packs that they were compiled from")
            }
            for source in try RuleFiles.read(path) {
                try console.checkStop()
                switch operation.rewrite(source) {
                case .rewritten(let bytes):
                    guard bytes != source.bytes else { continue }
                    changed += 1
                    console.output.append(VisibleText.oneLine(source.name) + "\n")
                    if !isCheck { try replace(source.name, with: bytes) }
                case .unreadable(let problems):
                    failed += 1
                    tell(problems)
                case .leftAlone(let reason, let line):
                    skipped += 1
                    console.writeMessage("ilk: \(Self.failureText(source.name, reason, line))\n")
                }
            }
        }
        try console.output.flush()
        if failed > 0 {
            throw CommandError(.badInput, "\(DecimalText.counted(failed, "file")) could not be parsed")
        }
        if isCheck, changed > 0 { throw CommandError(.checkFailed, "") }
        if skipped > 0 { throw CommandError(.partlyDone, "") }
    }

    /// Rewrites standard input to standard output.
    private func runThrough() throws {
        let input = InputFile.standardInput
        let whole = try console.read(input, maxBytes: Self.inputLimit)
        let source = RuleSource(name: input.name, bytes: whole.bytes)
        switch operation.rewrite(source) {
        case .rewritten(let bytes):
            if isCheck {
                guard bytes == source.bytes else {
                    console.output.append(input.name + "\n")
                    try console.output.flush()
                    throw CommandError(.checkFailed, "")
                }
                return
            }
            console.output.append(bytes)
            try console.output.flush()
        case .unreadable(let problems):
            tell(problems)
            throw CommandError(.badInput, "nothing was written", at: input.name)
        case .leftAlone(let reason, let line):
            if !isCheck { console.output.append(source.bytes) }
            try console.output.flush()
            throw CommandError(.partlyDone, Self.failureText(input.name, reason, line))
        }
    }

    private func tell(_ problems: [RuleDiagnostic]) {
        console.writeMessage(ProblemText(console: console).text(problems))
    }

    private func replace(_ path: String, with bytes: [UInt8]) throws(CommandError) {
        let target = try OutputTarget(path, isForced: true, keepsMode: true, inputs: [])
        guard try target.isFile() else {
            throw CommandError(
                .cannotCreate, "cannot write: the path exists and is not a regular file", at: path)
        }
        try target.write(bytes)
    }

    private static func failureText(_ name: String, _ reason: String, _ line: Int) -> String {
        VisibleText.oneLine("\(name):\(line): left unchanged: \(reason)")
    }
}
