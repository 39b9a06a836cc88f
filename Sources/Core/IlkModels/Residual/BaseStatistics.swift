import Glibc
package import IlkVocabulary

/// Statistics of a model's training texts over the features of a ``ResidualHead``. With these statistics, a
/// head can be fitted without changing the predictions for texts like the training texts.
///
/// The statistics contain no text, no names and no word counts. They contain only one number for each hash
/// bucket, and many features share each bucket.
package struct BaseStatistics: Sendable, Hashable {
    /// One number for each bucket, computed from a set of texts.
    package struct Row: Sendable, Hashable {
        /// The number of texts.
        package var texts: Int
        /// The buckets, ascending.
        package private(set) var buckets: [UInt32]
        /// The code of each bucket's number.
        private(set) var codes: [UInt8]

        /// Creates a row of the buckets with the largest numbers.
        ///
        /// - Parameters:
        ///   - numbers: The number of each bucket, 0 or more.
        ///   - texts: The number of texts.
        ///   - most: The maximum number of buckets.
        package init(_ numbers: [Double], texts: Int, most: Int = .max) {
            self.texts = texts
            let coded = numbers.indices.map {
                (code: BaseStatistics.code(of: numbers[$0]), bucket: UInt32($0))
            }
            .filter { $0.code > 0 }
            let kept =
                coded.count <= most
                ? coded
                : coded.sorted { ($1.code, $0.bucket) < ($0.code, $1.bucket) }.prefix(most)
                    .sorted { $0.bucket < $1.bucket }
            buckets = kept.map(\.bucket)
            codes = kept.map(\.code)
        }

        fileprivate init(reading reader: inout CountReader, bits: Int) throws(FormatError) {
            texts = Int(try reader.number())
            (buckets, codes) = ([], [])
            var next: Int64 = 0
            for _ in 0..<(try reader.number()) {
                next += try reader.number()
                guard next < 1 << Int64(bits) else {
                    throw FormatError(
                        .malformed, at: reader.position, "the index of a weight bucket is out of range")
                }
                buckets.append(UInt32(next))
                codes.append(try reader.byte())
                next += 1
            }
        }

        /// The number of each bucket in ``buckets``.
        package var numbers: [Double] { codes.map(BaseStatistics.number(of:)) }

        fileprivate func write(to bytes: inout [UInt8]) {
            bytes.append(count: Int64(texts))
            bytes.append(count: Int64(buckets.count))
            var next: UInt32 = 0
            for (bucket, code) in zip(buckets, codes) {
                bytes.append(count: Int64(bucket - next))
                bytes.append(code)
                next = bucket + 1
            }
        }
    }

    /// The number of hash bits that select a bucket.
    package let bits: Int
    /// The mean square of the values of each bucket in all texts.
    package let squares: Row
    /// The mean value of each bucket: one row for the texts of each label, or a single row for all texts if
    /// there are many labels.
    package let means: [Row]

    package init(bits: Int, squares: Row, means: [Row]) {
        self.bits = bits
        self.squares = squares
        self.means = means
    }

    /// Reads the statistics section of a model file, or returns `nil` if the file has none.
    ///
    /// - Parameter storage: The bytes of the file.
    /// - Throws: ``FormatError`` if the file or the section is invalid.
    package init?(_ storage: ModelStorage) throws(FormatError) {
        guard let section = try ModelFile(storage).range(of: .statistics) else { return nil }
        var reader = CountReader(storage, section)
        bits = Int(try reader.number())
        guard (WeightBuckets.fewestBits...WeightBuckets.mostBits).contains(bits) else {
            throw FormatError(
                .malformed, at: section.lowerBound, "the number of weight buckets is out of range")
        }
        squares = try Row(reading: &reader, bits: bits)
        var means: [Row] = []
        for _ in 0..<(try reader.number()) { means.append(try Row(reading: &reader, bits: bits)) }
        self.means = means
        guard reader.remaining == 0 else {
            throw FormatError(
                .malformed, at: reader.position, "unexpected bytes after the feature statistics")
        }
    }

    /// The statistics as the bytes of a section of a model file.
    package var section: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(count: Int64(bits))
        squares.write(to: &bytes)
        bytes.append(count: Int64(means.count))
        for row in means { row.write(to: &bytes) }
        return bytes
    }

    /// Returns the bytes of a model file with a statistics section added. The section replaces an earlier
    /// one.
    ///
    /// - Throws: ``FormatError`` if the bytes are not a model.
    package static func added(_ section: [UInt8], to file: [UInt8]) throws(FormatError) -> [UInt8] {
        try ModelFile.adding(.statistics, section, to: file)
    }

    // MARK: Codes

    /// Returns the code of a number: 0 for 0, otherwise 255 plus eight times its binary logarithm, clamped to
    /// 1 … 255.
    static func code(of number: Double) -> UInt8 {
        guard number > 0 else { return 0 }
        return UInt8(max(1, min(255, 255 + (8 * log2(number)).rounded())))
    }

    /// Returns the number that a code stands for. The result is bit-identical on all machines.
    static func number(of code: UInt8) -> Double {
        guard code > 0 else { return 0 }
        let (halvings, eighths) = (255 - Int(code)).quotientAndRemainder(dividingBy: 8)
        return Double(sign: .plus, exponent: -halvings, significand: roots[eighths])
    }

    /// The powers of two with the exponents 0, -1/8 … -7/8.
    private static let roots = [
        1, 0.9170040432046712, 0.8408964152537145, 0.7711054127039704, 0.7071067811865476,
        0.6484197773255048, 0.5946035575013605, 0.5452538663326288,
    ]
}
