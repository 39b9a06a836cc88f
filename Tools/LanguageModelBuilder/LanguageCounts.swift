import IlkText

/// The feature counts of all languages.
struct LanguageCounts {
    /// The feature counts by language.
    var counters: [String: FeatureCounter] = [:]
    /// The number of letter bigrams by language, including word edges. All counts are divided by it.
    var letters: [String: Float] = [:]
    /// The type of each feature.
    var kinds: [UInt64: LanguageFeatureList.Kind] = [:]
    var texts: [String: Int] = [:]

    /// Counts the texts of the known languages, except those from the sources in `without`.
    init(_ file: TextFile, without: Set<String>) {
        let known = Set(Settings.languages.flatMap(\.codes))
        var groups: [String: LanguageGroup] = [:]
        for (group, codes) in Settings.languages { for code in codes { groups[code] = group } }
        let sizes = Self.sizes(file)
        var list = LanguageFeatureList()
        for text in file.texts where known.contains(text.label) && !without.contains(text.source) {
            guard Self.isKept(text, sizes) else { continue }
            var content = text.text
            content.withUTF8 { list.read($0) }
            guard !list.features.isEmpty else { continue }
            texts[text.label, default: 0] += 1
            add(list, to: text.label, groups[text.label] ?? .latin)
        }
    }

    private mutating func add(_ list: LanguageFeatureList, to label: String, _ group: LanguageGroup) {
        var letters: Float = 0
        var counter = counters.removeValue(forKey: label) ?? FeatureCounter()
        counter.beginText()
        for feature in list.features where feature.group == group {
            counter.add(feature.key)
            if feature.kind == .run2 || feature.kind == .ideograph { letters += 1 }
            if feature.kind != .run5 { kinds[feature.key] = feature.kind }
        }
        counters[label] = counter
        self.letters[label, default: 0] += letters
    }

    /// Returns `true` if a text belongs to the used sample of its source. The sample depends only on the
    /// bytes of the texts.
    static func isKept(_ text: TextFile.Text, _ sizes: [String: Int]) -> Bool {
        let size = sizes[text.label + "/" + text.source] ?? 1
        let most = Settings.letters[text.source] ?? Settings.lettersOfOthers
        return size <= most || hash(text.text) % UInt64(size) < UInt64(most)
    }

    static func sizes(_ file: TextFile) -> [String: Int] {
        var sizes: [String: Int] = [:]
        for text in file.texts { sizes[text.label + "/" + text.source, default: 0] += text.text.utf8.count }
        return sizes
    }

    static func hash(_ text: String) -> UInt64 { StableHash.hash(text, seed: 0x7465_7874) }
}
