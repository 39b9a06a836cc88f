/// A named set of labels with the settings that belong to it: rules, thresholds, redaction and log.
///
/// A set made by the user is stored as a YAML file (`docs/reference/taxonomies.md`). The ``id`` identifies a
/// set, and the key identifies a label. Ids and keys never change. Names and titles can change.
public struct LabelSet: Sendable, Hashable {
    /// A label.
    public struct Label: Sendable, Hashable {
        /// The key that identifies the label in models, rules, logs and verdicts. The key never changes.
        public let key: Category
        /// The title for people, or `nil` to show the key.
        public var title: String?
        /// The meaning of the label, for people who correct verdicts, or `nil`.
        public var description: String?
        /// `true` if the label is no longer predicted.
        public var isRetired: Bool

        /// Creates a label.
        ///
        /// - Parameters:
        ///   - key: The key, valid by ``LabelSet/isKey(_:)``.
        ///   - title: The title for people, or `nil` to show the key.
        ///   - description: The meaning of the label, or `nil`.
        ///   - isRetired: `true` if the label is no longer predicted.
        public init(
            _ key: Category, title: String? = nil, description: String? = nil, isRetired: Bool = false
        ) {
            self.key = key
            self.title = title
            self.description = description
            self.isRetired = isRetired
        }

        /// Returns `true` if the label has this title or key. Letter case is ignored.
        ///
        /// - Parameter title: The title.
        package func isCalled(_ title: String) -> Bool {
            [key.rawValue, self.title].contains { $0?.lowercased() == title.lowercased() }
        }
    }

    /// The origin of a set.
    public enum Origin: String, Sendable, Hashable, CaseIterable {
        /// The set is part of the program.
        case shipped
        /// The set is a file in the system-wide settings.
        case system
        /// The set is a file in the user's settings.
        case user
        /// The set consists of the labels of a model in the registry and has no taxonomy file.
        case model
    }

    /// The identity of the set, which never changes: a record id, or the name of a shipped set.
    public let id: String
    /// The name of the set in options, folders and files.
    public let name: String
    /// The title for people, or `nil` to show the name.
    public var title: String?
    /// The purpose of the set, or `nil`.
    public var description: String?
    /// The labels in order, including retired labels.
    public var labels: [Label]
    /// `true` if a text can have several labels or none. This property never changes.
    public var isMultilabel = false
    /// The merged labels. The key of each merged label maps to the key of the label that replaces it. That
    /// label may have been merged later.
    public var merged: [Category: Category]
    /// The label to use as the guess (``Guess``) for texts without evidence, or `nil` to use the classifier's
    /// guess.
    public var defaultLabel: Category?
    /// `true` if only the rules decide on a text that is unfamiliar to the model. `nil` for the program's
    /// default.
    public var usesRulesForUnfamiliar: Bool?
    /// The minimum probability for a prediction, or `nil` for the program's default.
    public var threshold: Double?
    /// The minimum probability of each label that has a separate threshold.
    public var thresholds: [Category: Double]
    /// The folders with further rules, as absolute paths.
    public var rules: [String]
    /// The types of private data to remove before texts are logged.
    public var redaction: [String]
    /// The path of the log, or `nil` for the user's default path.
    public var log: String?
    /// The origin of the set.
    public var origin: Origin
    /// The path of the taxonomy file, or `nil` if the set has none.
    public var file: String?

    /// Creates a set without settings.
    ///
    /// - Parameters:
    ///   - id: The identity.
    ///   - name: The name, valid by ``isName(_:)``.
    ///   - labels: The labels in order, without duplicates.
    ///   - origin: The origin.
    public init(id: String, name: String, labels: [Label], origin: Origin = .user) {
        self.id = id
        self.name = name
        self.labels = labels
        self.origin = origin
        merged = [:]
        thresholds = [:]
        rules = []
        redaction = []
    }

    /// The taxonomy for classification: the name, and the keys of all labels except retired labels, in order.
    public var taxonomy: Taxonomy {
        Taxonomy(
            name: name, categories: labels.filter { !$0.isRetired }.map(\.key), isMultilabel: isMultilabel)
    }

    /// The taxonomy of logs: the name, and the keys of all labels, including retired labels, in order. The
    /// keys of merged labels follow in ascending order, because entries and corrections keep their keys. The
    /// labels of shipped sets are fixed.
    public var completeTaxonomy: Taxonomy {
        let isShipped = Self.shipped.contains { $0.name == name }
        let former = isShipped ? [] : merged.keys.sorted()
        return Taxonomy(name: name, categories: labels.map(\.key) + former, isMultilabel: isMultilabel)
    }

    /// The keys of the retired labels.
    public var retired: Set<Category> { Set(labels.filter(\.isRetired).map(\.key)) }

    /// Returns the label with a key, or `nil` if the set does not have it.
    ///
    /// - Parameter key: The key.
    /// - Complexity: O(*n*) in the number of labels.
    public func label(_ key: Category) -> Label? { labels.first { $0.key == key } }

    /// Returns `true` if each of the given labels is in the set or was merged into a label of the set.
    ///
    /// - Parameter keys: The keys of the labels.
    /// - Complexity: O(*n*) in the number of labels.
    public func includes(_ keys: [Category]) -> Bool {
        let known = Set(labels.map(\.key))
        return keys.allSatisfy { known.contains($0) || merged[$0] != nil }
    }

    /// Returns the key of the label that replaces a merged label. Follows repeated merges to the last label.
    /// Returns the given key if its label was not merged.
    ///
    /// - Parameter key: The key, which may belong to a merged label.
    /// - Complexity: O(*m*) in the number of merged labels.
    public func current(_ key: Category) -> Category {
        var key = key
        // A chain of merges has at most as many steps as there are merged labels. The limit also ends a
        // cycle.
        for _ in merged { key = merged[key] ?? key }
        return key
    }

    /// Returns `true` if the set has this title or name. Letter case is ignored.
    ///
    /// - Parameter title: The title.
    package func isCalled(_ title: String) -> Bool {
        [name, self.title].contains { $0?.lowercased() == title.lowercased() }
    }

    /// Replaces each merged label of a text with the label into which it was merged.
    ///
    /// - Parameter text: The text.
    /// - Complexity: O(*m*) in the number of merged labels.
    public func relabel(_ text: inout LabeledText) {
        if text.furtherCategories.isEmpty {
            text.category = current(text.category)
        } else {
            text.categories = text.categories.map(current)
        }
    }

    /// Replaces each merged label of the texts with the label into which it was merged. Removes retired
    /// labels from texts with other labels, and removes texts without other labels.
    ///
    /// - Parameter texts: The texts.
    /// - Returns: The indexes that the remaining texts had before the call, in ascending order.
    /// - Complexity: O(*n* · *m*) for *n* texts and *m* merged labels.
    @discardableResult
    public func relabel(_ texts: inout [LabeledText]) -> [Int] {
        for index in texts.indices { relabel(&texts[index]) }
        let retired = retired
        if retired.isEmpty { return Array(texts.indices) }
        var kept: [Int] = []
        for index in texts.indices {
            let all = texts[index].categories
            let used = all.filter { !retired.contains($0) }
            if used.count < all.count {
                if used.isEmpty { continue }
                texts[index].categories = used
            }
            kept.append(index)
        }
        if kept.count < texts.count { texts = kept.map { texts[$0] } }
        return kept
    }

    /// Returns the label of a taxonomy that represents the given label. If the taxonomy contains the given
    /// label, that label is returned. Otherwise, merges are followed until a label is found that the taxonomy
    /// contains.
    ///
    /// - Parameters:
    ///   - key: The key of the label.
    ///   - taxonomy: The labels of a model, which may be older than the set.
    /// - Returns: `nil` if the taxonomy contains neither the label nor any label into which it was merged.
    /// - Complexity: O(*m*) in the number of merged labels.
    public func current(_ key: Category, in taxonomy: Taxonomy) -> Category? {
        var key = key
        for _ in 0...merged.count {
            if taxonomy.index(of: key) != nil { return key }
            guard let next = merged[key] else { return nil }
            key = next
        }
        return nil
    }

    /// Returns `true` if a set can have this name. The name is also used for the set's folder, log and model
    /// file.
    ///
    /// - Parameter name: The name. A valid name has 1 to 64 ASCII letters, digits, hyphens and underscores.
    public static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 64
            && name.utf8.allSatisfy { $0.isASCIIWord || $0 == UInt8(ascii: "-") }
    }

    /// Returns `true` if a label can have this key.
    ///
    /// - Parameter key: The key. A valid key has 1 to ``keyBytes`` bytes, no control characters or line
    ///   breaks, and no white space at its beginning or end.
    public static func isKey(_ key: String) -> Bool {
        guard let first = key.unicodeScalars.first, let last = key.unicodeScalars.last else { return false }
        return key.utf8.count <= keyBytes && !first.properties.isWhitespace && !last.properties.isWhitespace
            && key.unicodeScalars.allSatisfy { !isControl($0) }
    }

    /// Returns `true` if a text is a valid title or description: a line that is not empty.
    ///
    /// - Parameter title: The text. A valid text has 1 to ``titleBytes`` bytes and no control characters or
    ///   line breaks.
    public static func isTitle(_ title: String) -> Bool {
        !title.isEmpty && title.utf8.count <= titleBytes && title.unicodeScalars.allSatisfy { !isControl($0) }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || (0x2028...0x2029).contains(scalar.value)
    }

    /// The maximum size of a key in bytes.
    public static let keyBytes = 128
    /// The maximum size of a title or description in bytes.
    public static let titleBytes = 1_000
    /// The maximum number of labels.
    public static let maximumLabels = 20_000
}

extension LabelSet {
    /// The sets with built-in rules. The first is the default.
    public static let shipped: [LabelSet] = [
        shipped(.documentType, "Document types", "The type of a text"),
        shipped(.emotion, "Emotions", "The emotional state in a call or message"),
        shipped(.severity, "Severities", "The severity of a log line"),
        shipped(.spam, "Spam", "Wanted mail and spam"),
    ]

    private static func shipped(_ taxonomy: Taxonomy, _ title: String, _ description: String) -> LabelSet {
        var set = LabelSet(
            id: taxonomy.name, name: taxonomy.name, labels: taxonomy.categories.map { Label($0) },
            origin: .shipped)
        set.title = title
        set.description = description
        return set
    }
}
