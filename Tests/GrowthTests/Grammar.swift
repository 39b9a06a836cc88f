import TestSupport

/// An input grammar with its tokens and its reader.
struct Grammar: Sendable {
    /// Reads one input. Errors in the input are expected.
    typealias Reader = (UnsafeBufferPointer<UInt8>) throws -> Void

    /// The bytes around the repeated tokens.
    struct Frame: Sendable {
        var opening: [UInt8]
        var closing: [UInt8]

        init(_ opening: String = "", _ closing: String = "") {
            self.opening = Array(opening.utf8)
            self.closing = Array(closing.utf8)
        }
    }

    /// An input that cannot be composed of tokens and frames.
    struct Shape: Sendable {
        var name: String
        var make: @Sendable (Int) -> [UInt8]

        init(_ name: String, _ make: @escaping @Sendable (Int) -> [UInt8]) {
            self.name = name
            self.make = make
        }

        /// Two repeated parts of equal size, with fixed bytes around and between them. Typically one long
        /// item, and one that is repeated often.
        init(_ opening: String, _ first: String, _ middle: String, _ second: String, _ closing: String) {
            self.init("\(opening)\(first)…\(middle)\(second)…\(closing)") { size in
                var bytes = Array(opening.utf8) + GrowthInput.repeated(Array(first.utf8), size: size / 2)
                bytes += Array(middle.utf8) + GrowthInput.repeated(Array(second.utf8), size: size / 2)
                return bytes + Array(closing.utf8)
            }
        }
    }

    let name: String
    let frames: [Frame]
    let tokens: [[UInt8]]
    let shapes: [Shape]
    /// Creates a reader for one thread.
    let makeReader: @Sendable () throws -> Reader

    init(
        _ name: String, frames: [Frame] = [Frame()], tokens: [String], bytes: [[UInt8]] = [],
        shapes: [Shape] = [],
        reader: @escaping @Sendable () throws -> Reader
    ) {
        self.name = name
        self.frames = frames
        self.tokens = tokens.map { Array($0.utf8) } + bytes
        self.shapes = shapes
        makeReader = reader
    }

    /// Returns every single token, and pairs of tokens: alternating, a run of each, and one before a run of
    /// the other.
    ///
    /// - Parameters:
    ///   - pairs: The number of random pairs.
    ///   - random: The generator for the pairs.
    func repetitions(pairs: Int, _ random: inout SeededGenerator) -> [Shape] {
        var found: [Shape] = []
        for frame in frames { found += tokens.map { shape(frame, $0, [], .alternating) } }
        for _ in 0..<(tokens.isEmpty ? 0 : pairs) {
            let (first, second) = (tokens[random.below(tokens.count)], tokens[random.below(tokens.count)])
            let pairing = Pairing.allCases[random.below(Pairing.allCases.count)]
            found.append(shape(frames[random.below(frames.count)], first, second, pairing))
        }
        return found
    }

    private enum Pairing: String, CaseIterable { case alternating, runs, once }

    private func shape(_ frame: Frame, _ first: [UInt8], _ second: [UInt8], _ pairing: Pairing) -> Shape {
        let name = "\(Self.shown(frame.opening)) \(pairing) \(Self.shown(first)) \(Self.shown(second))"
        return Shape(name) { size in
            switch pairing {
            case .alternating:
                frame.opening + GrowthInput.repeated(first + second, size: size) + frame.closing
            case .runs:
                frame.opening + GrowthInput.repeated(first, size: size / 2)
                    + GrowthInput.repeated(second, size: size / 2) + frame.closing
            case .once: frame.opening + first + GrowthInput.repeated(second, size: size) + frame.closing
            }
        }
    }

    private static func shown(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.prefix(60), as: UTF8.self).debugDescription
    }
}
