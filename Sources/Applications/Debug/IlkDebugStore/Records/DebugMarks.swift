import GRDB
import IlkDebug
import IlkStore
import IlkVocabulary

/// The marks of entries in the search index: words that cannot occur in texts. The marks make other
/// properties searchable by the same index.
///
/// `k12` is a kind, `s` or `d` with hexadecimal digits is a session or device. `n3x1017` means that the
/// number at path 3 is in bucket 1017. `nmore` marks an entry with a number that is not indexed, because the
/// entry has too many numbers or the store too many paths.
enum DebugMarks {
    /// The maximum number of indexed numbers of an entry.
    static let maximumNumbers = 16
    /// The maximum number of distinct paths over the lifetime of the store.
    static let maximumPaths: Int64 = 4096
    /// The mark of entries with a number that is not indexed.
    static let more = "nmore"

    static func kind(_ id: Int64) -> String { "k\(id)" }
    static func session(_ id: RecordID) -> String { "s" + digits(id) }
    static func device(_ id: RecordID) -> String { "d" + digits(id) }
    static func number(path: Int64, bucket: Int64) -> String { "n\(path)x\(bucket)" }

    private static func digits(_ id: RecordID) -> String { id.description.lowercased().filter { $0 != "-" } }

    /// Returns the bucket of a number, in ascending order. There are 16 buckets for each power of two. The
    /// bucket consists of the sign, the exponent and the first four bits of the significand.
    static func bucket(_ number: Double) -> Int64 {
        // Both zeros belong to the same bucket.
        let bits = Int64(bitPattern: (number == 0 ? 0 : number).bitPattern)
        let top = (bits & .max) >> 48
        return (bits < 0 ? -top : top) + 0x8000
    }

    /// Returns the numbers of a payload with their paths, up to the limit, and `true` if there are more.
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
