extension UnsafeMutableBufferPointer where Element == Int32 {
    /// Adds eight numbers to the elements that start at an index. Lanes beyond the last element are ignored.
    @inline(__always)
    func add(_ lanes: SIMD8<Int32>, from first: Int) {
        if first &+ 8 <= count, let baseAddress {
            let place = UnsafeMutableRawPointer(baseAddress + first)
            let sum = place.loadUnaligned(as: SIMD8<Int32>.self) &+ lanes
            place.storeBytes(of: sum, as: SIMD8<Int32>.self)
        } else {
            for index in first..<count { self[index] &+= lanes[index &- first] }
        }
    }
}
