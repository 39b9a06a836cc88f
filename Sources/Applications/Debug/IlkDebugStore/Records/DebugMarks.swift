import GRDB
import IlkDebug
import IlkStore
import IlkVocabulary

/// The marks in the full-text index: artificial words, in a separate column, that represent other properties
/// of an entry. With marks, one query of the index can combine words with these properties.
///
/// `k12` is a kind: a combination of source, level and event (a row of `debugKind`). `s` or `d` with
/// hexadecimal digits is a session or device. `n3x1017` means that the payload has a number at the path with
/// the id 3 (a row of `debugPath`), and that the number is in bucket 1017. `nmore` means that some numbers of
/// the entry are not indexed, because the entry has too many numbers or the store has too many paths.
enum DebugMarks {
    /// The maximum number of numeric values of one entry that are indexed.
    static let maximumNumbers = 16
    /// The maximum number of distinct paths that are indexed over the lifetime of the store.
    static let maximumPaths: Int64 = 4096
    /// The mark of entries with numbers that are not indexed.
    static let more = "nmore"

    static func kind(_ id: Int64) -> String { "k\(id)" }
    static func session(_ id: RecordID) -> String { "s" + digits(id) }
    static func device(_ id: RecordID) -> String { "d" + digits(id) }
    static func number(path: Int64, bucket: Int64) -> String { "n\(path)x\(bucket)" }

    private static func digits(_ id: RecordID) -> String { id.description.lowercased().filter { $0 != "-" } }

    /// Returns the bucket of a number: an interval of numbers with the same sign, the same exponent and the
    /// same first four bits of the significand. There are 16 buckets for each power of two. Greater numbers
    /// have greater buckets.
    static func bucket(_ number: Double) -> Int64 {
        // Both zeros belong to the same bucket.
        let bits = Int64(bitPattern: (number == 0 ? 0 : number).bitPattern)
        let top = (bits & .max) >> 48
        return (bits < 0 ? -top : top) + 0x8000
    }

    /// Returns the numbers of a payload with their paths, at most ``maximumNumbers``, and `true` if there are
    /// more.
    static func numbers(of payload: DebugPayload) -> (found: [(path: String, value: Double)], hasMore: Bool) {
        var found: [(path: String, value: Double)] = []
        var hasMore = false
        payload.forEachScalar { path, value in
            guard let number = value.asNumber else { return }
            if found.count < maximumNumbers { found.append((path, number)) } else { hasMore = true }
        }
        return (found, hasMore)
    }
}
