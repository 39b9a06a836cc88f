package import FoundationEssentials

/// A promotion of the active version that a program made and may undo.
package struct AutomaticPromotion: Sendable, Hashable {
    /// The active version.
    package var version: String
    /// The time of the promotion.
    package var time: Date
    /// The oldest and the newest version to which the program can roll back, or a single version if only one
    /// is left. The oldest version is usually the one that a person chose last.
    package var earlier: [String]
}

extension ModelRegistry {
    /// Returns the last automatic promotion, or `nil` if a person chose the active version or no earlier
    /// version is left.
    ///
    /// A rollback never activates a version that was rolled back, or a version before the last choice of a
    /// person.
    ///
    /// - Parameters:
    ///   - program: The author of automatic changes (``ChangeAuthor/who``).
    ///   - isEligible: Returns `true` for a version that may become active again.
    /// - Throws: ``RegistryError`` if a file cannot be read.
    /// - Complexity: O(*n*) in the number of changes and versions.
    package func automaticPromotion(
        by program: String, where isEligible: (String) -> Bool = { _ in true }
    ) throws(RegistryError) -> AutomaticPromotion? {
        let records = try history().filter(\.changesActiveVersion)
        let start = (records.lastIndex { $0.who != program } ?? -1) + 1
        guard let first = records[start...].first else { return nil }
        var stack = first.before.map { [$0] } ?? []
        for record in records[start...] {
            // A version that becomes active again removes the versions that followed it.
            if let place = stack.firstIndex(of: record.version) {
                stack.removeSubrange((place + 1)...)
            } else {
                stack.append(record.version)
            }
        }
        guard let version = stack.popLast(), version == (try activeVersionOrNone()),
            let time = records.last(where: { $0.act == .promote && $0.version == version })?.when
        else { return nil }
        let existing = Set(try versions() + (hasBuiltIn ? [Self.builtIn] : []))
        let left = stack.filter { existing.contains($0) && isEligible($0) }
        guard let earliest = left.first, let latest = left.last else { return nil }
        return AutomaticPromotion(
            version: version, time: time, earlier: earliest == latest ? [earliest] : [earliest, latest])
    }
}
