/// Sums of rows of 48 costs of four bits, one for each language of the Latin alphabet.
///
/// They are added in bytes, eight to a word, and those in pairs of bytes before a byte can overflow. What is in the
/// upper two of the eight words of a load is of no language.
struct CostSums {
    /// Rows that may be added before the bytes must be carried over: 17 times 15 is 255.
    private static let rowsHeld = 17
    /// How often bytes may be added to pairs of bytes: 256 times 255 fits.
    private static let spillsHeld = 256

    private var low = SIMD4<UInt64>(repeating: 0)
    private var high = SIMD4<UInt64>(repeating: 0)
    private var held = 0
    private var lowEven = SIMD4<UInt64>(repeating: 0)
    private var lowOdd = SIMD4<UInt64>(repeating: 0)
    private var highEven = SIMD4<UInt64>(repeating: 0)
    private var highOdd = SIMD4<UInt64>(repeating: 0)
    private var spills = 0

    /// Adds a row of 24 bytes, at which 32 bytes are read.
    ///
    /// - Returns: Whether the sums must be taken, by ``forEach(_:)`` and ``clear()``, before more is added.
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

    /// Hands over the sum of each of 48 languages, not in their order.
    @inline(__always)
    mutating func forEach(_ body: (_ place: Int, _ sum: Int32) -> Void) {
        if held > 0 { _ = spill() }
        for part in 0..<3 {
            for lane in 0..<4 {
                // Half-byte by half-byte, a row's costs are those of languages 0, 1, 2 and so on.
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

    /// Forgets all.
    mutating func clear() { self = CostSums() }
}
