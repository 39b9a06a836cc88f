/// The `char_wb` n-grams of spans, with their names, in the order in which ``WordNgramReader`` reads them.
package enum NamedNgrams {
    /// Passes the hash of each n-gram of a span to a closure, and the range of its name.
    ///
    /// - Parameter span: The characters of the span with a blank at both edges, in UTF-8.
    package static func forEach(in span: UnsafeBufferPointer<UInt8>, _ body: (UInt64, Range<Int>) -> Void) {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: span.count + 1) { starts in
            var count = 0
            for (index, byte) in span.enumerated() where byte & 0xC0 != 0x80 {
                starts[count] = index
                count += 1
            }
            starts[count] = span.count
            WordNgramReader.forEachRange(ofCharacters: count) { characters in
                let range = starts[characters.lowerBound]..<starts[characters.upperBound]
                body(FeatureHash.run(UnsafeBufferPointer(rebasing: span[range])), range)
            }
        }
    }
}
