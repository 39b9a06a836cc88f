import IlkVocabulary

extension ScriptHistogram {
    mutating func count(_ bytes: UnsafeBufferPointer<UInt8>) {
        WritingScript.table.withUnsafeBufferPointer { table in
            var offset = 0
            while offset < bytes.count {
                if bytes[offset] < 0x80 {
                    offset = countASCII(bytes, from: offset)
                } else {
                    offset = countOthers(bytes, from: offset, table)
                }
            }
        }
    }

    /// Counts up to the next byte outside ASCII and returns its offset. ASCII letters are Latin; other bytes
    /// are common.
    private mutating func countASCII(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var letters = 0
        var offset = start
        let raw = UnsafeRawBufferPointer(bytes)
        let high: UInt64 = 0x8080_8080_8080_8080
        // Eight bytes per step. Each byte lane counts its letters for up to 255 steps before the lanes are
        // summed.
        var isASCII = true
        while isASCII, offset + 8 <= bytes.count {
            var lanes: UInt64 = 0
            let end = min(bytes.count - 7, offset + 255 * 8)
            while offset < end {
                let block = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                guard block & high == 0 else {
                    isASCII = false
                    break
                }
                // In lower case, the first sum sets the top bit for letters from `a` on, and the second sum
                // sets it for characters after `z`.
                let small = block | 0x2020_2020_2020_2020
                let letters = (small &+ 0x1F1F_1F1F_1F1F_1F1F) & ~(small &+ 0x0505_0505_0505_0505) & high
                lanes &+= letters >> 7
                offset += 8
            }
            let pairs = (lanes & 0x00FF_00FF_00FF_00FF) &+ (lanes >> 8 & 0x00FF_00FF_00FF_00FF)
            letters += Int(truncatingIfNeeded: (pairs &* 0x0001_0001_0001_0001) >> 48)
        }
        while offset < bytes.count, bytes[offset] < 0x80 {
            if bytes[offset].isASCIILetter { letters += 1 }
            offset += 1
        }
        add(letters, of: .latin)
        add(offset - start - letters, of: .common)
        return offset
    }

    /// Counts up to the next ASCII byte and returns its offset. A run of one script is added at once.
    private mutating func countOthers(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ table: UnsafeBufferPointer<UInt8>
    ) -> Int {
        var offset = start
        var run = 0
        var current = WritingScript.common
        while offset < bytes.count, bytes[offset] >= 0x80 {
            let (scalar, length) = decodeScalar(bytes, at: offset)
            let script = WritingScript.script(of: scalar, in: table)
            if script != current {
                if run > 0 { add(run, of: current) }
                current = script
                run = 0
            }
            run += 1
            offset += length
        }
        if run > 0 { add(run, of: current) }
        return offset
    }
}
