import Foundation
import IlkVocabulary

/// Verifies ECDSA signatures on P-256 (FIPS 186-4, 6.4). A slow implementation for tests, independent of
/// libcrypto.
struct P256Verifier: Sendable {
    /// Arithmetic modulo an odd 256-bit number in Montgomery form. The least significant word comes first.
    struct Residues: Sendable {
        let modulus: [UInt64]
        private let factor: UInt64
        private let square: [UInt64]
        let one: [UInt64]

        init(_ modulus: [UInt64]) {
            self.modulus = modulus
            var inverse: UInt64 = 1
            for _ in 0..<6 { inverse = inverse &* (2 &- modulus[0] &* inverse) }
            factor = 0 &- inverse
            var power: [UInt64] = [1, 0, 0, 0]
            var one = power
            for bit in 0..<512 {
                power = Self.sum(power, power, modulus)
                if bit == 255 { one = power }
            }
            square = power
            self.one = one
        }

        static func isLess(_ left: [UInt64], _ right: [UInt64]) -> Bool {
            for index in stride(from: 3, through: 0, by: -1) where left[index] != right[index] {
                return left[index] < right[index]
            }
            return false
        }

        /// Returns the words of a sum or difference, and the final carry or borrow.
        private static func digits(
            _ left: [UInt64], _ right: [UInt64],
            by operation: (UInt64, UInt64) -> (partialValue: UInt64, overflow: Bool)
        ) -> (result: [UInt64], rest: UInt64) {
            var result = left
            var rest: UInt64 = 0
            for index in 0..<4 {
                let (first, one) = operation(left[index], right[index])
                let (second, two) = operation(first, rest)
                result[index] = second
                rest = one || two ? 1 : 0
            }
            return (result, rest)
        }

        private static func difference(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
            digits(left, right) { $0.subtractingReportingOverflow($1) }.result
        }

        private static func sum(_ left: [UInt64], _ right: [UInt64], _ modulus: [UInt64]) -> [UInt64] {
            let (result, carry) = digits(left, right) { $0.addingReportingOverflow($1) }
            return carry == 1 || !isLess(result, modulus) ? difference(result, modulus) : result
        }

        func sum(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] { Self.sum(left, right, modulus) }

        func difference(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
            let zero: [UInt64] = [0, 0, 0, 0]
            return sum(left, right == zero ? zero : Self.difference(modulus, right))
        }

        func product(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
            var total: [UInt64] = [0, 0, 0, 0, 0, 0]
            func add(_ word: UInt64, _ others: [UInt64]) {
                var carry: UInt64 = 0
                for index in 0..<4 {
                    let (high, low) = word.multipliedFullWidth(by: others[index])
                    let (first, one) = total[index].addingReportingOverflow(low)
                    let (second, two) = first.addingReportingOverflow(carry)
                    total[index] = second
                    carry = high &+ (one ? 1 : 0) &+ (two ? 1 : 0)
                }
                let (first, one) = total[4].addingReportingOverflow(carry)
                total[4] = first
                total[5] = total[5] &+ (one ? 1 : 0)
            }
            for index in 0..<4 {
                add(left[index], right)
                add(total[0] &* factor, modulus)
                total = Array(total[1...]) + [0]
            }
            let low = Array(total[..<4])
            return total[4] != 0 || !Self.isLess(low, modulus) ? Self.difference(low, modulus) : low
        }

        /// Conversions to and from Montgomery form.
        func form(_ plain: [UInt64]) -> [UInt64] { product(plain, square) }
        func plain(_ form: [UInt64]) -> [UInt64] { product(form, [1, 0, 0, 0]) }

        func inverse(_ value: [UInt64]) -> [UInt64] {
            let exponent = Self.difference(modulus, [2, 0, 0, 0])
            var result = one
            for bit in stride(from: 255, through: 0, by: -1) {
                result = product(result, result)
                if exponent[bit / 64] >> UInt64(bit % 64) & 1 == 1 { result = product(result, value) }
            }
            return result
        }
    }

    /// A point in Jacobian coordinates. `nil` stands for the point at infinity.
    private struct Point {
        var x: [UInt64]
        var y: [UInt64]
        var z: [UInt64]
    }

    static let field = Residues([
        0xFFFF_FFFF_FFFF_FFFF, 0x0000_0000_FFFF_FFFF, 0, 0xFFFF_FFFF_0000_0001,
    ])
    static let order = Residues([
        0xF3B9_CAC2_FC63_2551, 0xBCE6_FAAD_A717_9E84, 0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_0000_0000,
    ])
    private let key: Point

    /// Creates a verifier for a public key. Returns `nil` unless each coordinate has 64 hexadecimal digits.
    init?(x: String, y: String) {
        guard let x = Self.words(hex: x), let y = Self.words(hex: y) else { return nil }
        key = Point(x: Self.field.form(x), y: Self.field.form(y), z: Self.field.one)
    }

    static func words(hex: String) -> [UInt64]? {
        guard hex.utf8.count == 64 else { return nil }
        let words = (0..<4).compactMap { UInt64(hex.dropFirst(48 - 16 * $0).prefix(16), radix: 16) }
        return words.count == 4 ? words : nil
    }

    /// Returns `true` if a DER-encoded signature of bytes was made with the key.
    func isSigned(_ bytes: [UInt8], by signature: [UInt8]) -> Bool {
        guard let (r, s) = Self.parts(signature),
            let digest = Self.words(hex: ContentDigest(of: bytes).description),
            let base = P256Verifier(
                x: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
                y: "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")?.key
        else { return false }
        let zero: [UInt64] = [0, 0, 0, 0]
        guard r != zero, s != zero, Residues.isLess(r, Self.order.modulus),
            Residues.isLess(s, Self.order.modulus)
        else { return false }
        let order = Self.order
        let inverse = order.inverse(order.form(s))
        let first = order.plain(order.product(order.form(digest), inverse))
        let second = order.plain(order.product(order.form(r), inverse))
        let both = Self.sum(base, key)
        var point: Point?
        for bit in stride(from: 255, through: 0, by: -1) {
            point = point.map(Self.doubled)
            let isFirst = first[bit / 64] >> UInt64(bit % 64) & 1 == 1
            let isSecond = second[bit / 64] >> UInt64(bit % 64) & 1 == 1
            let added = isFirst ? (isSecond ? both : base) : (isSecond ? key : nil)
            if let added { point = point.map { Self.sum($0, added) } ?? added }
        }
        guard let point else { return false }
        return Self.field.product(Self.field.form(r), Self.field.product(point.z, point.z)) == point.x
    }

    private static func doubled(_ point: Point) -> Point {
        let f = field
        let square = f.product(point.y, point.y)
        let product = f.product(point.x, square)
        let s = f.sum(f.sum(product, product), f.sum(product, product))
        let z2 = f.product(point.z, point.z)
        // The curve parameter a is -3.
        let part = f.product(f.difference(point.x, z2), f.sum(point.x, z2))
        let m = f.sum(part, f.sum(part, part))
        let x = f.difference(f.product(m, m), f.sum(s, s))
        let fourth = f.product(square, square)
        let twice = f.sum(fourth, fourth)
        let eight = f.sum(f.sum(twice, twice), f.sum(twice, twice))
        let z = f.product(point.y, point.z)
        return Point(x: x, y: f.difference(f.product(m, f.difference(s, x)), eight), z: f.sum(z, z))
    }

    private static func sum(_ left: Point, _ right: Point) -> Point {
        let f = field
        let (z1, z2) = (f.product(left.z, left.z), f.product(right.z, right.z))
        let (u1, u2) = (f.product(left.x, z2), f.product(right.x, z1))
        let s1 = f.product(left.y, f.product(z2, right.z))
        let s2 = f.product(right.y, f.product(z1, left.z))
        let (h, r) = (f.difference(u2, u1), f.difference(s2, s1))
        if h == [0, 0, 0, 0], r == [0, 0, 0, 0] { return doubled(left) }
        let h2 = f.product(h, h)
        let h3 = f.product(h2, h)
        let v = f.product(u1, h2)
        let x = f.difference(f.difference(f.product(r, r), h3), f.sum(v, v))
        let y = f.difference(f.product(r, f.difference(v, x)), f.product(s1, h3))
        return Point(x: x, y: y, z: f.product(h, f.product(left.z, right.z)))
    }

    /// Parses the numbers r and s of a DER-encoded signature.
    private static func parts(_ der: [UInt8]) -> ([UInt64], [UInt64])? {
        guard der.count >= 8, der[0] == 0x30, Int(der[1]) == der.count - 2, der[2] == 2 else { return nil }
        let length = Int(der[3])
        guard der.count >= 6 + length, der[4 + length] == 2, Int(der[5 + length]) == der.count - 6 - length
        else {
            return nil
        }
        func words(_ bytes: ArraySlice<UInt8>) -> [UInt64]? {
            let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            return Self.words(hex: String((String(repeating: "0", count: 64) + digits).suffix(64)))
        }
        guard let r = words(der[4..<4 + length]), let s = words(der[(6 + length)...]) else { return nil }
        return (r, s)
    }
}

/// The public test key of RFC 6979, A.2.5, in several file formats.
enum TestKeys {
    static let secret = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721"
    static let x = "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
    static let y = "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"

    static func bytes(hex: String) -> [UInt8] {
        let digits = Array(hex.utf8)
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
        }
    }

    static func pem(_ name: String, _ hex: String, header: String = "") -> String {
        let dashes = "-----"
        let body = Data(bytes(hex: hex)).base64EncodedString()
        let lines = stride(from: 0, to: body.count, by: 64).map { String(body.dropFirst($0).prefix(64)) }
        return
            "\(dashes)BEGIN \(name)\(dashes)\n\(header)\(lines.joined(separator: "\n"))\n\(dashes)END \(name)\(dashes)\n"
    }

    static var sec1Hex: String {
        "30770201010420\(secret)a00a06082a8648ce3d030107a14403420004\(x)\(y)"
    }

    static var sec1: String { pem("EC PRIVATE KEY", sec1Hex) }

    static var pkcs8: String {
        pem(
            "PRIVATE KEY",
            "308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420\(secret)a14403420004\(x)\(y)"
        )
    }

    /// A key with this private number on the curve secp256k1.
    static var otherCurve: String { pem("EC PRIVATE KEY", "302e0201010420\(secret)a00706052b8104000a") }

    static var locked: String {
        pem(
            "EC PRIVATE KEY", sec1Hex,
            header: "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00112233445566778899AABBCCDDEEFF\n\n")
    }
}
