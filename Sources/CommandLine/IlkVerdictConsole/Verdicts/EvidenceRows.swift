import IlkConsole
package import IlkVocabulary

/// The evidence for a category as rows: a row for each of the strongest pieces, and a row for each group of
/// the other pieces. Style features with the same phrase share a row.
///
/// Supports are rounded to tenths. If there is a row for other pieces, one such row is adjusted so that the
/// rows add up to the rounded sum of all evidence.
package struct EvidenceRows {
    /// A piece of evidence with its support for the category (`Evidence.support(forCategoryAt:)`).
    package struct Piece {
        package let evidence: Evidence
        package let support: Double
    }

    /// The row for the other evidence of a group.
    package struct Rest {
        package let group: EvidenceGroup
        package private(set) var count = 0
        package fileprivate(set) var support = 0.0
        /// The sum of the weights for each category.
        package private(set) var weights: [Double]

        fileprivate init(_ group: EvidenceGroup, categories: Int) {
            self.group = group
            weights = [Double](repeating: 0, count: categories)
        }

        fileprivate mutating func add(_ piece: Piece) {
            count += 1
            support += piece.support
            for index in weights.indices { weights[index] += piece.evidence.weights[index] }
        }

        /// `true` if any piece of evidence has a separate row. The phrase then contains “more”.
        fileprivate(set) var isRemainder = false

        /// The phrase for people, such as `38 more style features`.
        package var phrase: String {
            DecimalText.grouped(count) + (isRemainder ? " more " : " ") + group.noun(count: count)
        }
    }

    package let pieces: [Piece]
    /// The rows for other evidence, in the order of ``EvidenceGroup``.
    package let rests: [Rest]
    /// The sum of the rows.
    package let total: Double

    /// Creates rows.
    ///
    /// - Parameters:
    ///   - evidence: The evidence.
    ///   - category: The index of the category in the taxonomy.
    ///   - top: The maximum number of pieces with a separate row. A piece whose absolute support is below
    ///     ``minimumSupport`` has no separate row.
    package init(_ evidence: [Evidence], forCategoryAt category: Int, top: Int) {
        let all = Self.sorted(evidence, forCategoryAt: category)
        let shown = min(top, all.firstIndex { abs($0.support) < Self.minimumSupport } ?? all.count)
        pieces = all[..<shown].map { Piece(evidence: $0.evidence, support: Self.tenths($0.support)) }
        var rests = EvidenceGroup.allCases.map {
            Rest($0, categories: evidence.first?.weights.count ?? 0)
        }
        for piece in all[shown...] {
            guard let group = rests.firstIndex(where: { $0.group == piece.evidence.group }) else { continue }
            rests[group].add(piece)
        }
        rests.removeAll { $0.count == 0 }
        for index in rests.indices {
            rests[index].support = Self.tenths(rests[index].support)
            rests[index].isRemainder = !pieces.isEmpty
        }
        let sum = pieces.reduce(0) { $0 + $1.support } + rests.reduce(0) { $0 + $1.support }
        let exact = Self.tenths(all.reduce(0) { $0 + $1.support })
        if let largest = rests.indices.max(by: { rests[$0].count < rests[$1].count }) {
            rests[largest].support = Self.tenths(rests[largest].support + exact - sum)
        }
        self.rests = rests
        total = rests.isEmpty ? Self.tenths(sum) : exact
    }

    package var isEmpty: Bool { pieces.isEmpty && rests.isEmpty }

    /// The minimum absolute support of a piece with a separate row.
    package static let minimumSupport = 0.1

    /// Returns the strongest pieces of the text for or against a category, strongest first. The prior score
    /// is left out, because it is the same for all texts.
    package static func strongest(
        _ evidence: [Evidence], forCategoryAt category: Int, count: Int
    ) -> [Piece] {
        sorted(evidence.filter { $0.type != .prior }, forCategoryAt: category).prefix(count)
            .prefix { abs($0.support) >= minimumSupport }
    }

    private static func sorted(_ evidence: [Evidence], forCategoryAt category: Int) -> [Piece] {
        Evidence.strongestFirst(merged(evidence), forCategoryAt: category)
            .map { Piece(evidence: $0.evidence, support: $0.support) }
    }

    /// Returns the evidence, with style features of equal phrases added up. Phrases that contain an amount
    /// are normally different.
    ///
    /// Only the few phrases without an amount are built, because `classify` calls this function for each
    /// text.
    private static func merged(_ evidence: [Evidence]) -> [Evidence] {
        var places: [String: Int] = [:]
        return evidence.reduce(into: []) { merged, piece in
            let id = piece.id
            let canBeEqual = id.hasSuffix(":none") || id.hasSuffix(":0") || id == "lineCount:..1"
            guard piece.type == .feature, canBeEqual else { return merged.append(piece) }
            let phrase = piece.phrase
            guard let place = places[phrase] else {
                places[phrase] = merged.count
                merged.append(piece)
                return
            }
            for index in piece.weights.indices { merged[place].weights[index] += piece.weights[index] }
        }
    }

    private static func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}
