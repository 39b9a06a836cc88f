import IlkConsole

/// How many calls, in words.
enum CallCount {
    /// `1 call`, `20 calls`.
    static func text(_ count: Int) -> String {
        "\(DecimalText.grouped(count)) \(count == 1 ? "call" : "calls")"
    }
}
