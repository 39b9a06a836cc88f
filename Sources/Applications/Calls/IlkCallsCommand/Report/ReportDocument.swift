import IlkCalls
import IlkConsole
import CReport
import FoundationEssentials
import IlkVocabulary

/// A PDF document of A4 pages with selectable text, written to the output page by page.
final class ReportDocument {
    private let output: OutputWriter
    private var report: OpaquePointer?
    private var failure: (any Error)?

    /// Begins a document.
    ///
    /// - Parameters:
    ///   - title: The title in the metadata of the document.
    ///   - made: The creation date.
    ///   - footer: The text before the page number at the bottom of each page.
    ///   - output: The output.
    /// - Throws: `CommandError` if Pango is not installed, or if this program was built without reports.
    init(title: String, made: Date, footer: String, to output: OutputWriter) throws(CommandError) {
        self.output = output
        guard ilk_report_is_available() else {
            throw CommandError(
                .unavailable, "PDF reports are not available",
                hint: "install Pango (Debian: libpangocairo-1.0-0), or build with the trait Reports")
        }
        // An unretained reference is safe: `finish` or `deinit` frees the report before `self` is freed.
        let context = Unmanaged.passUnretained(self).toOpaque()
        let begun = ilk_report_begin(
            { context, bytes, count in
                guard let context, let bytes else { return false }
                return Unmanaged<ReportDocument>.fromOpaque(context).takeUnretainedValue()
                    .receive(UnsafeBufferPointer(start: bytes, count: count))
            }, context, Self.plain(title), CallTime.text(made), Self.plain(footer))
        guard let begun else { throw CommandError(.bug, "cannot create the report") }
        report = begun
    }

    deinit { if let report { _ = ilk_report_end(report) } }

    private func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard failure == nil else { return false }
        output.append(bytes)
        do {
            try output.endRecord()
            return true
        } catch {
            failure = error
            return false
        }
    }

    func add(
        _ text: String, size: Double = 10, above: Double = 0, indent: Double = 0, isBold: Bool = false,
        isGray: Bool = false, keepsWithNext: Bool = false
    ) {
        let style = ilk_report_style(
            size: size, indent: indent, above: above, is_bold: isBold, is_gray: isGray,
            keeps_with_next: keepsWithNext)
        var text = Self.plain(text)
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                ilk_report_add(report, $0.baseAddress, $0.count, style)
            }
        }
    }

    /// Adds the text `left` in a column of the given width, and the paragraph `right` next to it.
    func add(
        _ left: String, _ right: String, width: Double, above: Double = 0, isBold: Bool = false,
        keepsWithNext: Bool = false
    ) {
        let style = ilk_report_style(
            size: 10, indent: 0, above: above, is_bold: isBold, is_gray: false, keeps_with_next: keepsWithNext
        )
        ilk_report_add_pair(report, Self.plain(left), Self.plain(right), width, style)
    }

    /// Finishes the document.
    ///
    /// - Returns: The number of pages, and the number of characters shown as boxes because no installed font
    ///   has them.
    /// - Throws: The error of the output, or `CommandError` if the document cannot be completed.
    func finish() throws -> (pages: Int, missing: Int) {
        let missing = report.map { ilk_report_missing($0) } ?? 0
        let pages = report.map { ilk_report_end($0) } ?? 0
        report = nil
        if let failure { throw failure }
        guard pages > 0 else {
            throw CommandError(.inputOutput, "cannot write the report", at: output.name)
        }
        try output.flush()
        return (Int(pages), missing)
    }

    /// Removes NUL and other control characters, which have no glyphs.
    private static func plain(_ text: String) -> String { VisibleText.lines(text) }
}
