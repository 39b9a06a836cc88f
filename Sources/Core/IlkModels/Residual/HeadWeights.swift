package import IlkVocabulary

/// The rounded weights of a ``ResidualHead``.
package struct HeadWeights: Sendable, Hashable {
    /// The weights by bucket and label, -127 ... 127.
    package var weights: [Int8]
    /// The factor by which the stored integer weights are multiplied.
    package var unit: Double
    /// The number of hash bits that select a bucket.
    package var bits: Int
    /// The labels, in the order in which their weights are stored in each bucket.
    package var labels: [Category]
    /// The number of corrections from which the weights were fitted.
    package var texts: Int

    package init(weights: [Int8], unit: Double, bits: Int, labels: [Category], texts: Int) {
        self.weights = weights
        self.unit = unit
        self.bits = bits
        self.labels = labels
        self.texts = texts
    }

    var isConsistent: Bool {
        unit.isFinite && unit > 0 && !labels.isEmpty && Set(labels).count == labels.count
            && (WeightBuckets.fewestBits...WeightBuckets.mostBits).contains(bits)
            && weights.count == labels.count << bits
    }

    /// Reads weights from a section of a model file.
    ///
    /// - Throws: ``FormatError`` if the weights are invalid.
    package init(reading reader: inout CountReader) throws(FormatError) {
        bits = Int(try reader.number())
        texts = Int(try reader.number())
        unit = Double(bitPattern: UInt64(try reader.number()) << 32 | UInt64(try reader.number()))
        labels = []
        for _ in 0..<(try reader.number()) { labels.append(Category(try reader.text())) }
        weights = []
        guard (WeightBuckets.fewestBits...WeightBuckets.mostBits).contains(bits), !labels.isEmpty,
            labels.count <= Self.greatestSize >> bits
        else {
            throw FormatError(
                .malformed, at: reader.position,
                "the number of labels or the number of weight buckets is out of range")
        }
        weights = [Int8](repeating: 0, count: labels.count << bits)
        var bucket = 0
        for _ in 0..<(try reader.number()) {
            bucket += Int(try reader.number())
            guard bucket < 1 << bits else {
                throw FormatError(
                    .malformed, at: reader.position, "the index of a weight bucket is out of range")
            }
            for label in labels.indices {
                weights[bucket * labels.count + label] = Int8(bitPattern: try reader.byte())
            }
            bucket += 1
        }
        guard isConsistent else {
            throw FormatError(
                .malformed, at: reader.position,
                "the learned corrections have an invalid label or an invalid weight scale")
        }
    }

    private static let greatestSize = 1 << 26

    /// Appends the weights to the bytes of a section. Buckets without a weight take no space.
    package func write(to bytes: inout [UInt8]) {
        bytes.append(count: Int64(bits))
        bytes.append(count: Int64(texts))
        bytes.append(count: Int64(unit.bitPattern >> 32))
        bytes.append(count: Int64(unit.bitPattern & 0xFFFF_FFFF))
        bytes.append(count: Int64(labels.count))
        for label in labels { bytes.append(text: label.rawValue) }
        let used = (0..<1 << bits).filter { bucket in
            weights[bucket * labels.count..<(bucket + 1) * labels.count].contains { $0 != 0 }
        }
        bytes.append(count: Int64(used.count))
        var next = 0
        for bucket in used {
            bytes.append(count: Int64(bucket - next))
            for label in labels.indices {
                bytes.append(UInt8(bitPattern: weights[bucket * labels.count + label]))
            }
            next = bucket + 1
        }
    }
}
