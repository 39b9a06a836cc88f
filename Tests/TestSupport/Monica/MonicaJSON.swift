import Foundation

/// The wire format of Monica's responses.
enum MonicaJSON {
    static func bytes(_ json: [String: Any]) -> [UInt8] {
        let data = try? JSONSerialization.data(withJSONObject: json, options: [.sortedKeys])  // It is JSON.
        return Array(data ?? Data())
    }

    static func object(_ body: [UInt8]) -> [String: Any] {
        let json = try? JSONSerialization.jsonObject(with: Data(body))  // Invalid: empty.
        return cleaned(json as? [String: Any] ?? [:])
    }

    /// Returns the fields with trimmed strings. Monica turns empty strings into null.
    private static func cleaned(_ json: [String: Any]) -> [String: Any] {
        json.compactMapValues { value in
            guard let text = value as? String else { return value is NSNull ? nil : value }
            let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
            return trimmed.isEmpty ? nil : trimmed
        }
    }

    /// Returns the parts of a time: year, month, day, hour, minute, second, and the day of the week, counted
    /// from Thursday. With many rows, a formatter would dominate the run time.
    private static func parts(_ seconds: Int) -> [Int] {
        let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
        let ofDay = seconds - days * 86_400
        // Days in a cycle of 400 years, with years that start in March.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let ofEra = shifted - era * 146_097
        let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * year + year / 4 - year / 100)
        let month = (5 * ofYear + 2) / 153
        let civil = month < 10 ? month + 3 : month - 9
        return [
            era * 400 + year + (civil <= 2 ? 1 : 0), civil, ofYear - (153 * month + 2) / 5 + 1,
            ofDay / 3600, ofDay / 60 % 60, ofDay % 60, ((days % 7) + 7) % 7,
        ]
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    static func time(_ seconds: Int) -> String {
        let all = parts(seconds)
        let clock = all[3...5].map(two).joined(separator: ":")
        return "\(all[0])-\(two(all[1]))-\(two(all[2]))T\(clock)Z"
    }

    static func httpDate(_ seconds: Int) -> String {
        let all = parts(seconds)
        let day = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][all[6]]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let clock = all[3...5].map(two).joined(separator: ":")
        return "\(day), \(two(all[2])) \(months[all[1] - 1]) \(all[0]) \(clock) GMT"
    }

    /// Returns a time as Monica stores it: the local time in whole seconds without the UTC offset. Returns
    /// `nil` for invalid text.
    static func stored(_ text: String) -> String? {
        let digits = text.replacing("T", with: " ").prefix(19)
        guard digits.count >= 10 else { return nil }
        let parts = digits.split { "- :".contains($0) }.map { Int($0) }
        guard parts.count >= 3, !parts.contains(nil) else { return nil }
        let all = parts.compactMap { $0 } + [0, 0, 0]
        guard 1...12 ~= all[1], 1...31 ~= all[2] else { return nil }
        return String(
            format: "%04d-%02d-%02dT%02d:%02d:%02dZ", all[0], all[1], all[2], all[3], all[4], all[5])
    }

    static func page(
        _ status: Int, _ title: String, _ headers: [(name: String, value: String)]
    ) -> LoopbackReply {
        LoopbackReply(
            status: status, headers: headers + [("Content-Type", "text/html; charset=UTF-8")],
            body: Array("<!DOCTYPE html><html><title>\(title)</title><body>\(title)</body></html>".utf8))
    }

    /// Returns the response to any request for a fault.
    static func faultResponse(
        _ fault: FakeMonica.Fault, _ headers: [(name: String, value: String)]
    ) -> LoopbackReply {
        let json = headers + [("Content-Type", "application/json")]
        switch fault {
        case .permanentError:
            return LoopbackReply(
                status: 500, headers: json,
                body: bytes(["error": ["message": "Invalid query", "error_code": 40] as [String: Any]]))
        case .loginRedirect: return LoopbackReply(status: 302, headers: headers + [("Location", "/login")])
        case .redirect(let place):
            return LoopbackReply(status: 302, headers: headers + [("Location", place)])
        case .loginPage: return page(200, "Log in", headers)
        case .badGateway: return page(502, "Bad Gateway", headers)
        case .htmlNotFound: return page(404, "Not Found", headers)
        case .wrongShape: return LoopbackReply(status: 200, headers: json, body: bytes(["data": "none"]))
        case .oversized:
            return LoopbackReply(status: 200, headers: json, body: [UInt8](repeating: 0x20, count: 5 << 20))
        case .slow:
            var reply = LoopbackReply(status: 200, headers: json, body: [UInt8](repeating: 0x20, count: 4096))
            reply.drip = 20
            return reply
        case .throttled(let word):
            return LoopbackReply(
                status: 429, headers: json + (word.map { [("Retry-After", $0)] } ?? []),
                body: bytes(["error": ["message": "Too many attempts.", "error_code": 34] as [String: Any]]))
        default: return page(500, "Server Error", headers)
        }
    }

    static func failure(_ status: Int, _ code: Int, _ message: Any) -> (status: Int, json: [String: Any]) {
        (status, ["error": ["message": message, "error_code": code] as [String: Any]])
    }

    /// Returns a validation error with its messages as a list without field names.
    static func invalid(_ sentences: String...) -> (status: Int, json: [String: Any]) {
        failure(422, 32, sentences)
    }

    static var missing: (status: Int, json: [String: Any]) {
        failure(404, 31, "The resource has not been found")
    }
}
