import FoundationEssentials

/// The size of a store's file.
package enum StoreFileSize {
    /// Bytes of a log's file and its write-ahead log.
    package static func bytes(of path: String) -> Int {
        [path, path + "-wal"].reduce(0) { sum, file in
            let facts = try? FileManager.default.attributesOfItem(atPath: file)  // Not there: nothing.
            return sum + (facts?[.size] as? Int ?? 0)
        }
    }
}
