import Testing

@testable import IlkFraming

@Suite("Delimited rows") struct DelimitedRowReaderTests {
    private struct Row: Equatable {
        var line: Int
        var fields: [String?]
    }

    private func rows(_ text: String, separator: Character = ",", hasQuoting: Bool = true) -> [Row] {
        lend(Array(text.utf8)) { bytes in
            var reader = DelimitedRowReader(separator: separator.asciiValue ?? 0, hasQuoting: hasQuoting)
            var rows: [Row] = []
            while reader.next(bytes) {
                rows.append(Row(line: reader.line, fields: reader.cells.map { reader.text($0, of: bytes) }))
            }
            return rows
        }
    }

    @Test func `a row knows the line on which it begins`() {
        let found = rows("a,b\r\n\"c\nd\",e\n\n\nf,g")
        #expect(
            found == [
                Row(line: 1, fields: ["a", "b"]), Row(line: 2, fields: ["c\nd", "e"]),
                Row(line: 6, fields: ["f", "g"]),
            ])
    }

    @Test(arguments: [";", "\t", "|"] as [Character])
    func `only the separator divides fields`(separator: Character) {
        let found = rows("a, b\(separator)\"c\(separator)d\"\n", separator: separator)
        #expect(found == [Row(line: 1, fields: ["a, b", "c\(separator)d"])])
    }

    @Test func `without quoting a quote is an ordinary character and a row is a line`() {
        let found = rows("\"a\tb\"\r\n\tc\n\n\"d\"\t\"", separator: "\t", hasQuoting: false)
        #expect(
            found == [
                Row(line: 1, fields: ["\"a", "b\""]), Row(line: 2, fields: ["", "c"]),
                Row(line: 4, fields: ["\"d\"", "\""]),
            ])
    }

    @Test(arguments: [
        ("a,\"b", DelimitedRowReader.Fault.unclosedQuote, 2), ("\"a\"b,c", .textAfterQuote, 3),
        ("ab\"c", .strayQuote, 2), ("a,\"b\" \n", .textAfterQuote, 5),
    ])
    func `a violation has an offset`(text: String, kind: DelimitedRowReader.Fault, offset: Int) {
        lend(Array(text.utf8)) { bytes in
            var reader = DelimitedRowReader()
            let isRow = reader.next(bytes)
            #expect(isRow)
            #expect(reader.fault?.kind == kind && reader.fault?.offset == offset)
        }
    }

    @Test func `rows do not depend on the blocks of the input`() {
        for size in 1...10 {
            var splitter = RowSplitter(separator: UInt8(ascii: ";"))
            var found: [String] = []
            var rest = Array("a;\"b\"\nc\"\r\n".utf8)[...]
            while !rest.isEmpty {
                splitter.append(rest.prefix(size))
                rest = rest.dropFirst(size)
                if rest.isEmpty { splitter.finish() }
                while let row = splitter.next() { found.append(String(decoding: row.bytes, as: UTF8.self)) }
            }
            #expect(found == ["a;\"b\"", "c\""] && splitter.pendingBytes == 0, "\(size)")
        }
    }

    @Test func `only a separator begins a field in quotes`() {
        let table = "a;\"b\nc\"\n"
        for (separator, count) in [(";", 1), (",", 2)] as [(Character, Int)] {
            var splitter = RowSplitter(separator: separator.asciiValue)
            splitter.append(Array(table.utf8))
            splitter.finish()
            var rows = 0
            while splitter.next() != nil { rows += 1 }
            #expect(rows == count, "\(separator)")
        }
    }

    @Test func `a field that is not UTF-8 has no text`() {
        lend([0x61, 0x2C, 0xE9, 0x0A]) { bytes in
            var reader = DelimitedRowReader()
            let isRow = reader.next(bytes)
            #expect(isRow)
            #expect(reader.cells.map { reader.text($0, of: bytes) } == ["a", nil])
        }
    }
}
