import GRDB
import Testing

@testable import IlkStore

@Suite struct RowChecksumTests {
    private static func sums(_ lists: [String]) throws -> [Int64] {
        let queue = try DatabaseQueue()
        return try queue.write { database in
            try RowChecksum.register(on: database)
            return try lists.map { list in
                try #require(try Int64.fetchOne(database, sql: "SELECT \(RowChecksum.function)(\(list))"))
            }
        }
    }

    @Test func `checksums depend on type, order, length and number of values`() throws {
        let lists = [
            "", "NULL", "NULL, NULL", "0", "1", "1.0", "'1'", "x'31'", "''", "x''", "'', ''", "1, 2", "2, 1",
            "'a', 'b'",
            "'ab', ''", "'ab'", "'', 'ab'", "zeroblob(7)", "zeroblob(8)", "zeroblob(9)", "zeroblob(16)",
            "CAST(x'6100' AS TEXT)", "CAST(x'6100' AS TEXT), 'b'", "CAST(x'610062' AS TEXT)", "-1", "1e300",
        ]
        let sums = try Self.sums(lists)
        #expect(Set(sums).count == lists.count)
        #expect(try Self.sums(lists) == sums)
        #expect(sums.allSatisfy { Int32(exactly: $0) != nil })
    }

    @Test(arguments: [1, 7, 8, 9, 64, 301]) func `one or two flipped bits change the checksum`(length: Int)
        throws
    {
        let text = (0..<length).map { UInt8(truncatingIfNeeded: 97 + $0 % 20) }
        func hexadecimal(_ bytes: [UInt8]) -> String {
            "x'" + bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + "'"
        }
        var lists = [hexadecimal(text)]
        for bit in 0..<8 * length {
            var bytes = text
            bytes[bit / 8] ^= 1 << (bit % 8)
            lists.append(hexadecimal(bytes))
            let other = (bit * 31 + 5) % (8 * length)
            guard other > bit else { continue }
            bytes[other / 8] ^= 1 << (other % 8)
            lists.append(hexadecimal(bytes))
        }
        let sums = try Self.sums(lists)
        #expect(!sums.dropFirst().contains(sums[0]))
    }
}
