import IlkFraming
import TestSupport
import Testing

@Suite("Line framer") struct LineFramerTests {
    private enum Piece: Equatable {
        case line(Int, [UInt8], FramedLine.Ending)
        case tooLong(Int, Int, FramedLine.Ending)
    }

    private func frame(_ chunks: [[UInt8]], max: Int, block: Int = 8) -> [Piece] {
        var framer = LineFramer(maxRecordBytes: max, blockBytes: block)
        var pieces: [Piece] = []
        func drain() {
            while let line = framer.next() {
                if let length = line.excessLength {
                    pieces.append(.tooLong(line.number, length, line.ending))
                } else {
                    pieces.append(.line(line.number, framer.withBytes(of: line) { Array($0) }, line.ending))
                }
            }
        }
        for chunk in chunks {
            lend(chunk) { framer.append($0) }
            drain()
        }
        framer.finish()
        drain()
        return pieces
    }

    /// The reference implementation, which has the whole input.
    private func reference(_ input: [UInt8], max: Int) -> [Piece] {
        var lines = input.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        if lines.last == [] { lines.removeLast() }
        let endsOpen = input.last != 0x0A
        return lines.enumerated().map { index, content in
            var content = content
            var ending = FramedLine.Ending.lineFeed
            if index == lines.count - 1, endsOpen {
                ending = .endOfInput
            } else if content.last == 0x0D {
                content.removeLast()
                ending = .carriageReturnLineFeed
            }
            return content.count > max
                ? .tooLong(index + 1, content.count, ending) : .line(index + 1, content, ending)
        }
    }

    @Test(arguments: [
        "", "\n", "\r\n", "a", "a\n", "a\nb", "a\r\nb\r\n", "a\rb\n", "\n\n\n", "a\0b\n\0", "abcdefghij\nk\n",
        "abcdefghij", "abcdefgh\r\n", "abcdefghi\r\nx", "abcdefgh\r", "ab\r",
    ])
    func `lines do not depend on the size of the chunks`(input: String) {
        let bytes = Array(input.utf8)
        for size in 1...max(1, bytes.count) {
            let chunks = stride(from: 0, to: bytes.count, by: size).map {
                Array(bytes[$0..<min($0 + size, bytes.count)])
            }
            #expect(frame(chunks, max: 8) == reference(bytes, max: 8), "chunks of \(size)")
        }
    }

    @Test(arguments: [61, 62, 63] as [UInt64])
    func `random inputs in random chunks equal the reference`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<1_500 {
            var input: [UInt8] = []
            for _ in 0..<generator.below(80) {
                input +=
                    [[0x0A], [0x0D, 0x0A], [0x0D], [0], Array("word".utf8), Array("x".utf8)][
                        generator.below(6)]
            }
            var chunks: [[UInt8]] = []
            var place = 0
            while place < input.count {
                let next = min(input.count, place + 1 + generator.below(20))
                chunks.append(Array(input[place..<next]))
                place = next
            }
            let max = generator.below(24)
            #expect(
                frame(chunks, max: max, block: 1 + generator.below(9)) == reference(input, max: max),
                "seed \(seed), limit \(max): \(input)")
        }
    }

    @Test func `unread lines are kept while more bytes are appended`() {
        var framer = LineFramer(maxRecordBytes: 100, blockBytes: 4)
        var lines: [String] = []
        for chunk in ["a\nb\nc", "c\nd\ne\nf\n", "g\nh\ni\nj\nk\n"] {
            lend(Array(chunk.utf8)) { framer.append($0) }
            if let line = framer.next() {
                lines.append(framer.withBytes(of: line) { String(decoding: $0, as: UTF8.self) })
            }
        }
        while let line = framer.next() {
            lines.append(framer.withBytes(of: line) { String(decoding: $0, as: UTF8.self) })
        }
        #expect(lines == ["a", "b", "cc", "d", "e", "f", "g", "h", "i", "j", "k"])
    }

    @Test func `an endless line needs no more memory than the limit allows`() {
        var framer = LineFramer(maxRecordBytes: 1_000, blockBytes: 512)
        var largest = 0
        for _ in 0..<10_000 {
            let count = framer.fill { buffer in
                largest = max(largest, buffer.count)
                buffer.update(repeating: 0x78)
                return buffer.count
            }
            #expect(count > 0)
            #expect(framer.next() == nil)
        }
        #expect(largest <= 1_000 + 1 + 4 * 512)
        framer.finish()
        #expect((framer.next()?.excessLength ?? 0) >= 10_000 * 512)
        #expect(framer.next() == nil)
    }

    @Test func `filled bytes are framed like appended bytes`() throws {
        var framer = LineFramer(maxRecordBytes: 100, blockBytes: 8)
        var lines: [String] = []
        for chunk in ["on", "e\ntw", "o\nthree"] {
            _ = framer.fill { buffer in
                for (index, byte) in chunk.utf8.enumerated() { buffer[index] = byte }
                return chunk.utf8.count
            }
            while let line = framer.next() {
                lines.append(framer.withBytes(of: line) { String(decoding: $0, as: UTF8.self) })
            }
        }
        #expect(lines == ["one", "two"])
        #expect(framer.pendingBytes == 5)
    }
}
