import IlkVocabulary
package import Yams

/// The first step of loading a rule file. It rejects files that are too large or too deeply nested, and files
/// that expand too much through aliases (a "billion laughs" attack). An accepted file is read in time linear
/// in its size.
package enum PackLoader {
    /// Returns the source without its byte order mark. If the source is too large, reports an error and
    /// returns `nil`.
    package static func open(
        _ source: RuleSource, as kind: SourceKind = .rulePack, _ diagnostics: inout DiagnosticList
    ) -> SourceText? {
        guard source.size > RuleLimits.fileBytes else {
            // Some editors write a byte order mark before UTF-8, where it has no meaning.
            let mark = ByteOrderMark.length(in: source.bytes)
            return SourceText(
                name: source.name, bytes: mark > 0 ? Array(source.bytes.dropFirst(mark)) : source.bytes,
                kind: kind)
        }
        diagnostics.report(
            .tooLarge, in: SourceText(name: source.name, bytes: [], kind: kind), at: .start,
            "the file has \(source.size) bytes; at most \(RuleLimits.fileBytes >> 20) MiB are allowed",
            hint: "split the pack into several files")
        return nil
    }

    /// The parsed YAML document of a file.
    package struct Document {
        package let root: Node
        /// `true` if the depth and the size of the document were checked and are within the limits.
        package let isChecked: Bool
    }

    /// Parses the single document of a file, or reports an error and returns `nil`.
    ///
    /// The limits are checked here only if the file has aliases. Without aliases, the document is no larger
    /// than the file. Callers call ``check(_:_:_:)`` for such documents if necessary. A rule pack needs this
    /// check only after another error, because a valid pack is six levels deep.
    package static func compose(_ source: SourceText, _ diagnostics: inout DiagnosticList) -> Document? {
        guard let text = String(validating: source.bytes, as: UTF8.self) else {
            let offset = firstInvalidOffset(source.bytes)
            diagnostics.report(
                .yamlSyntax, in: source, at: source.position(ofUTF8Offset: offset), "invalid UTF-8",
                hint: "convert the file to UTF-8, for example with: iconv -f WINDOWS-1252 -t UTF-8")
            return nil
        }
        guard hasFewMarks(source, &diagnostics) else { return nil }
        let aliases = aliases(source.bytes)
        if aliases.count > RuleLimits.aliases {
            reportAliases(
                source, source.position(ofUTF8Offset: aliases[RuleLimits.aliases].offset), &diagnostics)
            return nil
        }
        guard let root = parse(text, source, &diagnostics) else { return nil }
        guard !aliases.isEmpty else { return Document(root: root, isChecked: false) }
        return check(root, source, &diagnostics) ? Document(root: root, isChecked: true) : nil
    }

    /// Returns `true` if a document is within the limits. Otherwise, reports the exceeded limit and returns
    /// `false`.
    package static func check(_ root: Node, _ source: SourceText, _ diagnostics: inout DiagnosticList) -> Bool
    {
        var budget = source.bytes.count + 16
        return check(root, depth: 0, budget: &budget, source, &diagnostics)
    }

    private static func parse(_ text: String, _ source: SourceText, _ diagnostics: inout DiagnosticList)
        -> Node?
    {
        do {
            // The basic resolver skips tag resolution, so keys are compared as written.
            if let root = try Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot() {
                return root
            }
            diagnostics.report(
                .missingKey, in: source, at: .start, "the file is empty",
                hint: "a pack begins with 'version: 1', 'pack', 'taxonomy', 'description' and 'rules'")
        } catch {
            report(error, source, &diagnostics)
        }
        return nil
    }

    private static func report(_ error: any Error, _ source: SourceText, _ diagnostics: inout DiagnosticList)
    {
        func report(_ problem: String, _ position: SourcePosition, _ context: YamlError.Context?) {
            if problem.contains("nesting level") { return reportDepth(source, position, &diagnostics) }
            let hint = context.map {
                "\($0.text) that begins in line \($0.mark.line), column \($0.mark.column)"
            }
            diagnostics.report(.yamlSyntax, in: source, at: position, "YAML: \(problem)", hint: hint)
        }
        switch error {
        case YamlError.scanner(let context, let problem, let mark, _):
            report(problem, SourcePosition(mark), context)
        case YamlError.parser(let context, let problem, let mark, _):
            report(problem, SourcePosition(mark), context)
        case YamlError.composer(let context, let problem, let mark, _):
            report(problem, SourcePosition(mark), context)
        case YamlError.reader(let problem, let offset, _, let text):
            let characters = text.prefix(offset ?? 0).utf8.count
            let position = source.position(ofUTF8Offset: characters)
            report(problem, position, nil)
        case YamlError.duplicatedKeysInMapping(let keys, let context):
            diagnostics.report(
                .duplicateKey, in: source, at: SourcePosition(context.mark),
                length: keys.first?.unicodeScalars.count ?? 1,
                "the key '\(keys.first ?? "")' occurs twice in one mapping", hint: "keep one of them")
        case YamlError.memory: reportDepth(source, .start, &diagnostics)
        default: report("the document cannot be read", .start, nil)
        }
    }

    /// `true` if the tree is within the depth limit and has no more nodes than its file has bytes.
    private static func check(
        _ node: Node, depth: Int, budget: inout Int, _ source: SourceText, _ diagnostics: inout DiagnosticList
    ) -> Bool {
        budget -= 1
        guard budget >= 0 else {
            reportAliases(source, SourcePosition(node.mark), &diagnostics)
            return false
        }
        guard depth <= RuleLimits.depth else {
            reportDepth(source, SourcePosition(node.mark), &diagnostics)
            return false
        }
        switch node {
        case .scalar, .alias: return true
        case .sequence(let sequence):
            for item in sequence where !check(item, depth: depth + 1, budget: &budget, source, &diagnostics) {
                return false
            }
        case .mapping(let mapping):
            for (key, value) in mapping {
                guard check(key, depth: depth + 1, budget: &budget, source, &diagnostics),
                    check(value, depth: depth + 1, budget: &budget, source, &diagnostics)
                else { return false }
            }
        }
        return true
    }

    private static func reportDepth(
        _ source: SourceText, _ position: SourcePosition, _ diagnostics: inout DiagnosticList
    ) {
        diagnostics.report(
            .tooDeep, in: source, at: position,
            "lists and mappings are nested more than \(RuleLimits.depth) levels deep",
            hint: "use fewer levels; a pack needs only six")
    }

    private static func reportAliases(
        _ source: SourceText, _ position: SourcePosition, _ diagnostics: inout DiagnosticList
    ) {
        diagnostics.report(
            .tooManyAliases, in: source, at: position, "the file has more than \(RuleLimits.aliases) aliases",
            hint: "write the values instead of aliases")
    }

    /// Returns all aliases, and possibly other text that looks like an alias.
    ///
    /// The result contains every `*name` whose `&name` occurs in the file, even in quotes. With at most ten
    /// aliases, the document expands at most 40-fold when the YAML parser compares its keys.
    private static func aliases(_ bytes: [UInt8]) -> [(name: ArraySlice<UInt8>, offset: Int)] {
        let anchors = Set(names(after: UInt8(ascii: "&"), in: bytes).map(\.name))
        guard !anchors.isEmpty else { return [] }
        return names(after: UInt8(ascii: "*"), in: bytes).filter { anchors.contains($0.name) }
    }

    private static func names(after mark: UInt8, in bytes: [UInt8]) -> [(
        name: ArraySlice<UInt8>, offset: Int
    )] {
        var found: [(name: ArraySlice<UInt8>, offset: Int)] = []
        var index = 0
        while let offset = bytes[index...].firstIndex(of: mark) {
            index = offset + 1
            while index < bytes.count, isNameByte(bytes[index]) { index += 1 }
            if index > offset + 1 { found.append((bytes[(offset + 1)..<index], offset)) }
        }
        return found
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isASCIIWord || byte == UInt8(ascii: "-")
    }

    /// `true` if the number of entries is certainly within the limit. Otherwise reports the file. The check
    /// runs before parsing, because the parser needs a hundred times the size of a file of two-byte entries.
    private static func hasFewMarks(_ source: SourceText, _ diagnostics: inout DiagnosticList) -> Bool {
        // The shortest entry is one character and one separator.
        guard source.bytes.count > 2 * RuleLimits.marks else { return true }
        let count = source.bytes.withUnsafeBufferPointer { bytes in
            var count = 0
            for index in 0..<bytes.count - 1 {
                let (byte, next) = (bytes[index], bytes[index + 1])
                let isBlank = next == UInt8(ascii: " ") || next == 0x0A || next == 0x0D || next == 0x09
                let isMark = byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-")
                if byte == UInt8(ascii: ",") || isMark && isBlank { count += 1 }
            }
            return count
        }
        guard count > RuleLimits.marks else { return true }
        diagnostics.report(
            .tooLarge, in: source, at: .start,
            "the file has \(count) separators (',', ':' and '-'); at most \(RuleLimits.marks) are allowed",
            hint: "split the pack into several files")
        return false
    }

    private static func firstInvalidOffset(_ bytes: [UInt8]) -> Int {
        var offset = 0
        var input = bytes.makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        while case .valid(let scalar) = parser.parseScalar(from: &input) { offset += scalar.count }
        return offset
    }
}

extension SourcePosition {
    /// Creates a position from the mark of the YAML parser. Without a mark, it is the start of the file.
    package init(_ mark: Mark?) {
        self.init(line: max(mark?.line ?? 1, 1), column: max(mark?.column ?? 1, 1))
    }
}
