/// Numbers of rows and spans in few bytes: the difference of each number to the one before, in LEB128.
///
/// Numbers are given in the order in which features first occur, so neighbors in a text are often neighbors here.
enum PackedNumbers {
    /// The maximum number of bytes of a number.
    private static let mostBytes = 5

    /// Appends a list of numbers.
    static func append(_ numbers: [Int32], to bytes: inout [UInt8]) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: numbers.count * mostBytes) { written in
            var (count, last): (Int, Int32) = (0, 0)
            for number in numbers {
                let difference = number &- last
                last = number
                // Zigzag: the sign is the lowest bit.
                var rest = UInt32(bitPattern: difference &<< 1 ^ difference &>> 31)
                while rest >= 0x80 {
                    written[count] = UInt8(truncatingIfNeeded: rest) | 0x80
                    count &+= 1
                    rest &>>= 7
                }
                written[count] = UInt8(truncatingIfNeeded: rest)
                count &+= 1
            }
            bytes.append(contentsOf: written[..<count])
        }
    }

    /// Writes the numbers of a list to memory for at least as many numbers as the list has bytes. Returns their
    /// number.
    @inline(__always)
    static func read(_ bytes: UnsafeBufferPointer<UInt8>, to numbers: UnsafeMutablePointer<Int32>) -> Int {
        // Wrapping arithmetic avoids overflow checks. The bytes were written by `append`.
        var (bits, shift): (UInt32, UInt32) = (0, 0)
        var (count, last): (Int, Int32) = (0, 0)
        for byte in bytes {
            bits |= UInt32(byte & 0x7F) &<< shift
            shift &+= 7
            guard byte < 0x80 else { continue }
            last &+= Int32(bitPattern: bits &>> 1) ^ -Int32(bitPattern: bits & 1)
            numbers[count] = last
            count &+= 1
            (bits, shift) = (0, 0)
        }
        return count
    }
}
