import GRDB
import IlkDebug
import IlkStore
import IlkVocabulary

/// The marks of entries in the search index: words that no text has, for what is asked for otherwise.
///
/// `k12` is the kind, `s` and `d` with digits are session and device, `n3x1017` says that the number at path 3 lies in
/// bucket 1017. What has more numbers than are marked, or paths that came when there were too many, has `nmore`.
enum DebugMarks {
    /// How many numbers of an entry are marked.
    static let mostNumbers = 16
    /// How many paths are told apart, ever.
    static let mostPaths: Int64 = 4096
    /// The mark of entries with numbers that have none.
    static let more = "nmore"

    static func kind(_ id: Int64) -> String { "k\(id)" }
    static func session(_ id: RecordID) -> String { "s" + digits(id) }
    static func device(_ id: RecordID) -> String { "d" + digits(id) }
    static func number(path: Int64, bucket: Int64) -> String { "n\(path)x\(bucket)" }

    private static func digits(_ id: RecordID) -> String { id.description.lowercased().filter { $0 != "-" } }

    /// The stretch of numbers that one lies in: sixteen to each power of two. Greater numbers have greater ones.
    static func bucket(_ number: Double) -> Int64 {
        // Both zeros are one number.
        let bits = Int64(bitPattern: (number == 0 ? 0 : number).bitPattern)
        let top = (bits & .max) >> 48
        return (bits < 0 ? -top : top) + 0x8000
    }

    /// The numbers of a payload by their paths, as many as are marked, and whether there are more.
    static func numbers(of payload: DebugPayload) -> (found: [(path: String, value: Double)], hasMore: Bool) {
        var found: [(path: String, value: Double)] = []
        var hasMore = false
        payload.leaves { path, value in
            guard let number = value.asNumber else { return }
            if found.count < mostNumbers { found.append((path, number)) } else { hasMore = true }
        }
        return (found, hasMore)
    }
}
