import CICU

/// ICU's break iterator over UTF-8 bytes, reusable for many texts. Not thread-safe.
final class Segmenter {
    enum Unit: Int32 {
        case words = 0
        case sentences = 1
    }

    // The only pointer to the C object, freed in `deinit`.
    private let handle: OpaquePointer

    /// - Parameter suppresses: `true` if sentences do not end after abbreviations of the locale.
    init(
        unit: Unit, locale: String, rules: SegmentationRules = .tailored, suppresses: Bool = false
    ) throws(TextError) {
        var status: Int32 = 0
        let opened =
            switch (rules, unit) {
            case (.plain, .words): ilk_segmenter_open_plain_words(&status)
            // ICU's root locale has the sentence rules of UAX #29 without tailoring.
            case (.plain, .sentences): ilk_segmenter_open("root", unit.rawValue, &status)
            case (.tailored, _):
                ilk_segmenter_open(suppresses ? Self.suppressing(locale) : locale, unit.rawValue, &status)
            }
        guard let handle = opened, status == 0 else {
            throw TextError(underlying: String(cString: ilk_icu_error_name(status)))
        }
        self.handle = handle
    }

    /// Returns the locale with ICU's keyword for suppressing sentence breaks after abbreviations.
    private static func suppressing(_ locale: String) -> String {
        locale.utf8.contains(UInt8(ascii: "@")) ? locale + ";ss=standard" : locale + "@ss=standard"
    }

    deinit {
        ilk_segmenter_close(handle)
    }

    /// Calls a closure with each segment of a text in order. If ICU stops before the end, the rest is one
    /// segment.
    func cut(_ text: UnsafeBufferPointer<UInt8>, _ body: (_ lower: Int, _ upper: Int) -> Void) {
        var status: Int32 = 0
        var end = 0
        ilk_segmenter_begin(handle, text.baseAddress, Int64(text.count), &status)
        withUnsafeTemporaryAllocation(of: ilk_segment.self, capacity: 64) { segments in
            while case let count = ilk_segmenter_next(handle, segments.baseAddress, 64), count > 0 {
                for segment in segments[..<Int(count)] {
                    body(Int(segment.lower), Int(segment.upper))
                    end = Int(segment.upper)
                }
            }
        }
        if end < text.count { body(end, text.count) }
    }

    /// Starts at the beginning of a span, which is copied. Continue with `nextEnds`.
    func beginCopy(_ bytes: UnsafeBufferPointer<UInt8>) {
        var status: Int32 = 0
        ilk_segmenter_begin_copy(handle, bytes.baseAddress, Int32(bytes.count), &status)
    }

    /// Writes the ends of the next segments of the span. Returns their number, 0 at the end.
    func nextEnds(_ ends: UnsafeMutableBufferPointer<Int32>) -> Int {
        Int(ilk_segmenter_next_ends(handle, ends.baseAddress, Int32(ends.count)))
    }

    /// Returns the compiled rules, which the caller must close, or `nil` if their format is unknown.
    func rules(_ sizes: inout ilk_rules_sizes) -> OpaquePointer? {
        var status: Int32 = 0
        return ilk_rules_read(handle, &sizes, &status)
    }
}
