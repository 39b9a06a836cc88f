extension ScriptHistogram {
    /// Counts the characters of valid UTF-8.
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

    /// Counts up to the next byte outside ASCII and returns its offset. Letters are Latin, all else is common.
    private mutating func countASCII(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var letters = 0
        var offset = start
        let raw = UnsafeRawBufferPointer(bytes)
        // Sixteen bytes a step: a lane counts letters for up to 255 steps before the lanes are summed.
        while offset + 16 <= bytes.count {
            var lanes = SIMD16<UInt8>(repeating: 0)
            var steps = 0
            var hasOthers = false
            while steps < 255, offset + 16 <= bytes.count {
                let block = raw.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
                let halves = unsafeBitCast(block, to: SIMD2<UInt64>.self)
                if (halves[0] | halves[1]) & 0x8080_8080_8080_8080 != 0 {
                    hasOthers = true
                    break
                }
                let isLetter = ((block | 0x20) &- 0x61) .< 26
                lanes = lanes &- unsafeBitCast(isLetter, to: SIMD16<UInt8>.self)
                offset += 16
                steps += 1
            }
            letters += Int(SIMD16<UInt16>(truncatingIfNeeded: lanes).wrappedSum())
            if hasOthers { break }
        }
        while offset < bytes.count, bytes[offset] < 0x80 {
            if (bytes[offset] | 0x20) &- 0x61 < 26 { letters += 1 }
            offset += 1
        }
        add(letters, of: .latin)
        add(offset - start - letters, of: .common)
        return offset
    }

    /// Counts up to the next ASCII byte and returns its offset. Runs of one script are added once.
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
