import IlkText
public import IlkVocabulary

/// The binary format of compiled rules. Compiled rules load much faster than YAML. The reference of the
/// format is `docs/reference/compiled-rules.md`.
///
/// Regular expressions are stored as source text. Examples are not stored.
public enum CompiledRules {
    /// The format version that this program writes. The version must increase whenever the same rules produce
    /// different bytes or the same bytes get a different meaning. Older files are then compiled again. A test
    /// reports when the version must increase.
    public static let version: UInt32 = 9
    /// The format versions that this program reads. Formats 6 and 7 differ only in sections that this program
    /// ignores, and format 8 in the characters that expressions without regard to case require.
    public static let readableVersions: ClosedRange<UInt32> = 6...9

    /// Returns the rule set of a compiled rule file, without examples.
    ///
    /// The bytes are copied and need not outlive the call. The bytes may come from an untrusted source. Every
    /// number is validated, so the result is either a rule set that is safe to run or an error.
    ///
    /// - Parameters:
    ///   - bytes: The contents of a compiled rule file.
    ///   - taxonomy: The taxonomy of the rules.
    ///   - sources: The files from which the rules were compiled, if available. The names of these files
    ///     replace the names that are stored in the compiled file.
    /// - Throws: ``FormatError`` if the bytes are damaged, have an unsupported version, or belong to another
    ///   taxonomy.
    /// - Complexity: O(*n*) in the number of bytes.
    public static func ruleSet(
        from bytes: UnsafeRawBufferPointer, taxonomy: Taxonomy, sources: [RuleSource] = []
    ) throws(FormatError) -> RuleSet {
        let reader = try CompiledRulesReader(bytes, taxonomy: taxonomy)
        return try reader.ruleSet(named: sources.map { ($0.name, fingerprint($0.bytes)) })
    }

    /// Returns the rule set of a compiled rule file. Returns `nil` if the file was compiled from other
    /// sources, or if its bytes are invalid.
    ///
    /// Sources are compared by length and 64-bit hash, not by a cryptographic digest. Use this function only
    /// for trusted bytes, such as the rules that are built into a program.
    ///
    /// - Parameters:
    ///   - bytes: The contents of a compiled rule file.
    ///   - taxonomy: The taxonomy of the rules.
    ///   - sources: The name and contents of each source file, in any order.
    /// - Complexity: O(*n*) in the number of bytes of the compiled file and the sources.
    public static func ruleSet(
        from bytes: UnsafeRawBufferPointer, taxonomy: Taxonomy,
        compiledFrom sources: [(name: String, bytes: UnsafeBufferPointer<UInt8>)]
    ) -> RuleSet? {
        let marks = sources.map { ($0.name, fingerprint($0.bytes)) }
        do {
            let reader = try CompiledRulesReader(bytes, taxonomy: taxonomy)
            guard try reader.sources().map(\.mark).sorted() == marks.map(\.1).sorted() else { return nil }
            return try reader.ruleSet(named: marks)
        } catch {
            return nil
        }
    }
}

/// The length and hash that identify a source file.
package struct fingerprint: Hashable, Comparable {
    package let count: UInt64
    package let hash: UInt64

    init(count: UInt64, hash: UInt64) {
        self.count = count
        self.hash = hash
    }

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        count = UInt64(bytes.count)
        hash = bytes.baseAddress.map { StableHash.hash($0, count: bytes.count, seed: 0) } ?? 0
    }

    package init(_ bytes: [UInt8]) {
        self = bytes.withUnsafeBufferPointer { fingerprint($0) }
    }

    package static func < (left: fingerprint, right: fingerprint) -> Bool {
        (left.count, left.hash) < (right.count, right.hash)
    }
}
