import IlkConsole
import IlkVocabulary

/// The labels of a review with their keys: 1 to 9, then letters. Further labels are chosen by name.
struct ReviewLabels: Sendable {
    /// A label with its key.
    struct Label: Sendable, Hashable {
        var category: Category
        /// The key, or `nil` if the label is only chosen by name.
        var key: Character?
        /// The name on one line, safe for a terminal.
        var name: String
        /// The meaning of the label in one line, or `nil`.
        var meaning: String?

        /// The key and the name, such as `3 document`.
        var text: String { "\(key.map(String.init) ?? "/") \(name)" }
    }

    let all: [Label]

    /// The keys for labels: all keys that no command of the review uses.
    static let keys = Array("123456789abcdefghilmnoprtvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")

    /// Assigns keys to labels.
    ///
    /// - Parameters:
    ///   - categories: The labels in order.
    ///   - meanings: The meaning of each label in one line. Labels without a meaning are absent.
    init(_ categories: [Category], meanings: [Category: String] = [:]) {
        all = categories.enumerated().map { place, category in
            Label(
                category: category, key: place < Self.keys.count ? Self.keys[place] : nil,
                name: VisibleText.oneLine(category.rawValue),
                meaning: meanings[category].map(VisibleText.oneLine))
        }
    }

    /// Returns the index of the label with a key.
    func index(of key: Character) -> Int? { all.firstIndex { $0.key == key } }

    /// Returns the indexes of the labels whose name begins with a text or, if there are none, contains it.
    /// Case is ignored. If a label has exactly this name, it is the only match.
    func matches(_ text: String) -> [Int] {
        let text = text.lowercased()
        let names = all.map { $0.name.lowercased() }
        if let exact = names.firstIndex(of: text) { return [exact] }
        let beginning = names.indices.filter { names[$0].hasPrefix(text) }
        return beginning.isEmpty ? names.indices.filter { names[$0].contains(text) } : beginning
    }

    /// Returns labels in columns of equal width, row by row, within the given number of rows. If some labels
    /// do not fit, the last row shows their number.
    ///
    /// - Parameter chosen: The labels to mark, or `nil` if a text has one label.
    func rows(_ shown: [Int], columns: Int, atMost most: Int, chosen: Set<Int>? = nil) -> [String] {
        let texts = shown.map { label in
            (chosen.map { $0.contains(label) ? "*" : " " } ?? "") + all[label].text
        }
        let widest = min(columns, texts.map(DisplayWidth.of).max() ?? 0)
        let perRow = max(1, (columns + 2) / (widest + 2))
        var rows = stride(from: 0, to: texts.count, by: perRow).map { start in
            let row = texts[start..<min(start + perRow, texts.count)]
            let cells = row.map { text in
                let cut = DisplayWidth.truncated(text, to: widest)
                return cut + String(repeating: " ", count: widest - DisplayWidth.of(cut))
            }
            return String(cells.joined(separator: "  ").trimmingEnd())
        }
        guard rows.count > most, most > 0 else { return Array(rows.prefix(max(0, most))) }
        rows.removeSubrange((most - 1)...)
        let missing = texts.count - rows.count * perRow
        return rows + [DisplayWidth.truncated("… \(missing) more: choose by name with /", to: columns)]
    }
}

extension String {
    /// Returns the text without spaces at its end.
    fileprivate func trimmingEnd() -> Substring {
        self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)]
    }
}
