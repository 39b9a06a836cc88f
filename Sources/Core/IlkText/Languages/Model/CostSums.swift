/// Sums of table rows with 48 costs of four bits, one for each language of the Latin alphabet.
///
/// Costs are summed in parallel byte lanes (SWAR), eight per word. Before a byte can overflow, the bytes are
/// added to 16-bit lanes. The fourth word of each vector holds bytes after the row and is ignored.
struct CostSums {
    /// The number of rows after which the bytes must be carried over: 17 times 15 is 255.
    private static let rowsHeld = 17
    /// The number of times that bytes can be added to 16-bit lanes: 256 times 255 fits.
    private static let spillsHeld = 256

    private var low = SIMD4<UInt64>(repeating: 0)
    private var high = SIMD4<UInt64>(repeating: 0)
    private var held = 0
    private var lowEven = SIMD4<UInt64>(repeating: 0)
    private var lowOdd = SIMD4<UInt64>(repeating: 0)
    private var highEven = SIMD4<UInt64>(repeating: 0)
    private var highOdd = SIMD4<UInt64>(repeating: 0)
    private var spills = 0

    /// Adds a row of 24 bytes. Reads 32 bytes.
    ///
    /// - Returns: `true` if the sums are full and must be read and cleared before the next row.
    @inline(__always)
    mutating func add(_ at: UnsafeRawPointer) -> Bool {
        let mask = SIMD4<UInt64>(repeating: 0x0F0F_0F0F_0F0F_0F0F)
        let raw = at.loadUnaligned(as: SIMD4<UInt64>.self)
        let row = SIMD4(
            UInt64(littleEndian: raw.x), UInt64(littleEndian: raw.y), UInt64(littleEndian: raw.z),
            UInt64(littleEndian: raw.w))
        low &+= row & mask
        high &+= (row &>> 4) & mask
        held &+= 1
        return held == Self.rowsHeld && spill()
    }

    @inline(__always)
    private mutating func spill() -> Bool {
        let mask = SIMD4<UInt64>(repeating: 0x00FF_00FF_00FF_00FF)
        lowEven &+= low & mask
        lowOdd &+= (low &>> 8) & mask
        highEven &+= high & mask
        highOdd &+= (high &>> 8) & mask
        low = SIMD4(repeating: 0)
        high = SIMD4(repeating: 0)
        held = 0
        spills &+= 1
        return spills == Self.spillsHeld
    }

    /// Calls a closure with the sum of each of the 48 languages, not in order.
    @inline(__always)
    mutating func forEach(_ body: (_ place: Int, _ sum: Int32) -> Void) {
        if held > 0 { _ = spill() }
        for part in 0..<3 {
            for lane in 0..<4 {
                // The costs of a row are in the order of the languages, the lower half of each byte first.
                let place = part * 16 + lane * 4
                let shift = UInt64(truncatingIfNeeded: lane * 16)
                body(place, Self.sum(lowEven[part] &>> shift))
                body(place + 1, Self.sum(highEven[part] &>> shift))
                body(place + 2, Self.sum(lowOdd[part] &>> shift))
                body(place + 3, Self.sum(highOdd[part] &>> shift))
            }
        }
    }

    @inline(__always)
    private static func sum(_ pairs: UInt64) -> Int32 { Int32(truncatingIfNeeded: pairs & 0xFFFF) }

    mutating func clear() { self = CostSums() }
}
