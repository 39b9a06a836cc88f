public import IlkRules
import Yams

/// A migrator that replaces former names of keys in rule packs and override files by the current names.
///
/// Only the names of keys change. All other bytes are preserved, including comments and layout.
public enum RulePackMigrator {
    /// Returns a file with the current names of keys.
    ///
    /// - Parameter source: A rule pack or an override file.
    /// - Complexity: O(*n*) in the size of the file.
    public static func migrate(_ source: RuleSource) -> RulePackRewrite {
        .of(source) { text, root, mapping throws(LayoutReader.Refusal) in
            var keys = FormerKeys(text)
            try keys.find(in: root, MappingRole(root: mapping.lazy.compactMap { $0.key.scalar?.string }))
            // The byte order mark, which is not part of the text.
            let mark = source.bytes.prefix(source.bytes.count - text.bytes.count)
            return Array(mark) + keys.replaced()
        }
    }
}

/// The keys of a file that have a former name.
private struct FormerKeys {
    private let source: SourceText
    /// The byte ranges of the former names, with the current names. A mapping with YAML aliases is visited
    /// several times, but its keys are stored once.
    private var found: [Range<Int>: String] = [:]

    init(_ source: SourceText) { self.source = source }

    /// Finds the former names in a value and the mappings inside it. The names of matchers are not keys.
    mutating func find(in node: Node, _ role: MappingRole) throws(LayoutReader.Refusal) {
        switch node {
        case .mapping(let mapping) where role != .other:
            for (key, value) in mapping {
                guard case .scalar(let scalar) = key else { continue }
                if let name = PackKeys.renamed[scalar.string], role.keys.contains(name) {
                    let range = try range(of: scalar)
                    guard !mapping.contains(where: { $0.key.scalar?.string == name }) else {
                        throw LayoutReader.Refusal(
                            reason: "the mapping has both '\(scalar.string)' and '\(name)'",
                            offset: range.lowerBound)
                    }
                    found[range] = name
                }
                try find(in: value, role.role(under: scalar.string))
            }
        case .sequence(let sequence) where role != .other:
            for item in sequence { try find(in: item, role) }
        case .mapping, .sequence, .scalar, .alias: break
        }
    }

    /// Returns the bytes of a key without its quotes.
    private func range(of key: Node.Scalar) throws(LayoutReader.Refusal) -> Range<Int> {
        var start = source.utf8Offset(of: SourcePosition(key.mark))
        if key.style == .singleQuoted || key.style == .doubleQuoted { start += 1 }
        guard start <= source.bytes.count, source.bytes[start...].starts(with: key.string.utf8) else {
            throw LayoutReader.Refusal(
                reason: "the key '\(key.string)' is written with an anchor, a tag or an escape",
                offset: min(start, source.bytes.count))
        }
        return start..<start + key.string.utf8.count
    }

    /// Returns the file with the current names.
    func replaced() -> [UInt8] {
        var bytes: [UInt8] = []
        var end = 0
        for (range, name) in found.sorted(by: { $0.key.lowerBound < $1.key.lowerBound }) {
            bytes += source.bytes[end..<range.lowerBound]
            bytes += name.utf8
            end = range.upperBound
        }
        return bytes + source.bytes[end...]
    }
}
