import IlkModels

/// The rows of the `char_wb` n-grams of each distinct span of some texts.
///
/// A counted text stores the numbers of its spans, not the rows of all their n-grams, of which there are about
/// twenty times as many.
struct SpanRows: Sendable {
    private var keys = RowIndex()
    /// The rows of all spans (``PackedNumbers``).
    private var bytes: [UInt8] = []
    /// The end of each span's rows in ``bytes``.
    private var ends: [Int] = []

    /// Returns the number of the span with a key, or `nil`.
    func number(of key: UInt64) -> Int32? { keys[key] }

    /// Adds a new span, and returns its number.
    mutating func insert(_ key: UInt64, _ rows: [Int32]) -> Int32 {
        PackedNumbers.append(rows, to: &bytes)
        ends.append(bytes.count)
        return keys.insert(key)
    }

    /// Adds the spans of other texts, and returns the number here for each span of `other`.
    ///
    /// - Parameter places: The row here for each row of the other counts.
    mutating func merge(_ other: SpanRows, _ places: [Int32]) -> [Int32] {
        other.ends.indices.map { number in
            let key = other.keys.hashes[number]
            return keys[key] ?? insert(key, other.rows(of: [Int32(number)]).map { places[Int($0)] })
        }
    }

    /// Returns the rows of spans, in order.
    func rows(of numbers: [Int32]) -> [Int32] {
        bytes.withUnsafeBufferPointer { bytes in
            ends.withUnsafeBufferPointer { ends in
                func range(_ number: Int32) -> Range<Int> {
                    (number == 0 ? 0 : ends[Int(number) &- 1])..<ends[Int(number)]
                }
                let capacity = numbers.reduce(0) { $0 &+ range($1).count }
                return [Int32](unsafeUninitializedCapacity: capacity) { rows, count in
                    guard let start = rows.baseAddress else { return }
                    for number in numbers {
                        let span = UnsafeBufferPointer(rebasing: bytes[range(number)])
                        count &+= PackedNumbers.read(span, to: start + count)
                    }
                }
            }
        }
    }
}
