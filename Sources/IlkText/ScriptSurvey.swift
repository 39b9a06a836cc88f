/// Counts letters by script for features: what `ScriptHistogram(utf8:)` counts but for characters of no script, with
/// eight bytes of ASCII a step.
enum ScriptSurvey {
    /// The letters of a text by script.
    static func histogram(_ bytes: UnsafeBufferPointer<UInt8>) -> ScriptHistogram {
        var histogram = ScriptHistogram()
        var latin = 0
        WritingScript.table.withUnsafeBufferPointer { table in
            var offset = 0
            while offset < bytes.count {
                if bytes[offset] < 0x80 {
                    offset = countASCII(bytes, from: offset, &latin)
                } else {
                    offset = countOthers(bytes, from: offset, table, &histogram)
                }
            }
        }
        histogram.add(latin, of: .latin)
        return histogram
    }

    /// Counts letters up to the next byte outside ASCII and returns its offset.
    private static func countASCII(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ letters: inout Int
    ) -> Int {
        let raw = UnsafeRawBufferPointer(bytes)
        let highest: UInt64 = 0x8080_8080_8080_8080
        var offset = start
        while offset &+ 8 <= bytes.count {
            let eight = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            if eight & highest != 0 { break }
            // In lower case, what reaches 80 when 1F is added is at least an a; when 05 is added, beyond z.
            let lower = eight | 0x2020_2020_2020_2020
            let isLetter =
                (lower &+ 0x1F1F_1F1F_1F1F_1F1F) & ~(lower &+ 0x0505_0505_0505_0505) & highest
            letters &+= Int(truncatingIfNeeded: ((isLetter >> 7) &* 0x0101_0101_0101_0101) >> 56)
            offset &+= 8
        }
        while offset < bytes.count, bytes[offset] < 0x80 {
            if Marks.isLetter(bytes[offset]) { letters &+= 1 }
            offset &+= 1
        }
        return offset
    }

    /// Counts up to the next ASCII byte and returns its offset. Runs of one script are added once.
    private static func countOthers(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ table: UnsafeBufferPointer<UInt8>,
        _ histogram: inout ScriptHistogram
    ) -> Int {
        var offset = start
        var run = 0
        var current = WritingScript.common
        while offset < bytes.count, bytes[offset] >= 0x80 {
            let (scalar, length) = decodeScalar(bytes, at: offset)
            let script = WritingScript.script(of: scalar, in: table)
            if script != current {
                if current.isProper { histogram.add(run, of: current) }
                current = script
                run = 0
            }
            run &+= 1
            offset &+= length
        }
        if current.isProper { histogram.add(run, of: current) }
        return offset
    }
}
