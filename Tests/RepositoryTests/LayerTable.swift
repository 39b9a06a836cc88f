/// The table of targets in ARCHITECTURE.md.
struct LayerTable {
    /// The part of the architecture that a target belongs to.
    enum LayerGroup: String {
        /// Used by all parts.
        case shared
        /// Pure values without input or output, clock, randomness or log.
        case process
        /// Databases and queues.
        case record
        /// Targets that may use both the pure core and storage.
        case top
    }

    struct Row {
        var layer: Int
        var target: String
        var part: LayerGroup
        /// The packages that the target may use; `libicu` stands for ICU.
        var thirdParty: Set<String>
    }

    let rows: [Row]
    /// The lines of the table that could not be parsed.
    let unreadable: [String]

    init(_ document: String) {
        var rows: [Row] = []
        var unreadable: [String] = []
        for line in document.split(separator: "\n") where line.wholeMatch(of: #/\|\s*\d+\s*\|.*/#) != nil {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
                .map { $0.trimmingPrefix(" ").reversed().drop { $0 == " " }.reversed() }.map { String($0) }
            guard cells.count == 5, let layer = Int(cells[0]), let part = LayerGroup(rawValue: cells[2]),
                let target = cells[1].wholeMatch(of: #/`(\w+)`/#)?.1
            else {
                unreadable.append(String(line))
                continue
            }
            let packages =
                cells[4] == "-" ? [] : cells[4].split(separator: ",").map { String($0.trimmingPrefix(" ")) }
            rows.append(Row(layer: layer, target: String(target), part: part, thirdParty: Set(packages)))
        }
        self.rows = rows
        self.unreadable = unreadable
    }

    subscript(target: String) -> Row? { rows.first { $0.target == target } }
}
