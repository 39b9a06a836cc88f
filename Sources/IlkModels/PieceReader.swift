import IlkText

/// Reads runs of one to five characters within words, numbers and runs of marks, a blank at either edge. Words that touch,
/// as in scripts without blanks between them, are one stretch.
///
/// Each distinct stretch is read once, and all its runs are features, repeated ones too: so what a stretch adds to a score
/// is the same in every text but for the text's length.
final class PieceReader {
    static let longest = 5

    private let seen = HashSet()
    /// Where each character of the stretch begins.
    private var starts: [Int] = []

    func read(
        _ units: UnsafeBufferPointer<TextUnit>, _ view: AnalysisView, into stream: FeatureStream,
        _ detail: FeatureDetail
    ) {
        seen.clear(expected: units.count)
        var index = 0
        while index < units.count {
            let unit = units[index]
            guard unit.kind != .space, unit.kind != .newline else {
                index += 1
                continue
            }
            if detail == .hashes { stream.material.removeAll(keepingCapacity: true) }
            let begin = stream.material.count
            stream.material.append(UInt8(ascii: " "))
            let first = index
            append(unit, view, to: &stream.material)
            index += 1
            while unit.kind == .word, index < units.count, units[index].kind == .word,
                units[index].lower == units[index - 1].upper
            {
                append(units[index], view, to: &stream.material)
                index += 1
            }
            stream.material.append(UInt8(ascii: " "))
            let place = (units[first].lower, units[index - 1].upper)
            addRuns(from: begin, place, to: stream, detail)
        }
    }

    private func append(_ unit: TextUnit, _ view: AnalysisView, to material: inout [UInt8]) {
        switch unit.kind {
        case .mark, .emoji: PairReader.appendMark(unit, view, to: &material)
        case .hashtag:
            material.append(UInt8(ascii: "#"))
            for offset in Int(unit.lower) + 1..<Int(unit.upper) {
                let byte = view.bytes[offset]
                let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
                material.append(isUpper ? byte | 0x20 : WordReader.isDigit(byte) ? UInt8(ascii: "0") : byte)
            }
        default: WordReader.appendName(of: unit, view, to: &material)
        }
    }

    /// Adds the runs of the stretch that begins in the material at an index and ends where the material does.
    private func addRuns(
        from begin: Int, _ place: (Int32, Int32), to stream: FeatureStream, _ detail: FeatureDetail
    ) {
        starts.removeAll(keepingCapacity: true)
        let end = stream.material.count
        let isNew = stream.material.withUnsafeBufferPointer { material in
            let stretch = UnsafeBufferPointer(rebasing: material[begin...])
            guard seen.insert(FeatureHash.plain(stretch, seed: FeatureFamily.pieces.seed)) else {
                return false
            }
            for index in begin..<end where material[index] & 0xC0 != 0x80 { starts.append(index) }
            return true
        }
        guard isNew else { return }
        starts.append(end)
        let count = starts.count - 1
        stream.material.withUnsafeBufferPointer { material in
            for first in 0..<count {
                // A blank alone says nothing.
                let shortest = first == 0 || first == count - 1 ? 2 : 1
                var last = first + shortest
                while last <= min(first + Self.longest, count) {
                    let run = UnsafeBufferPointer(rebasing: material[starts[first]..<starts[last]])
                    let hash = FeatureHash.plain(run, seed: FeatureFamily.pieces.seed)
                    switch detail {
                    case .hashes: stream.addAgain(hash)
                    case .names: stream.addAgain(hash, name: (begin + 1, end - 1), place: place)
                    case .counting:
                        stream.addAgain(hash, name: (starts[first], starts[last]), place: place)
                    }
                    last += 1
                }
            }
        }
    }
}
