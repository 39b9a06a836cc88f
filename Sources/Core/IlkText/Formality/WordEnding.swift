/// What the ending of an English word says of how it is built.
enum WordEnding {
    /// The feature of a word's ending, if it has one; of words of five letters and more.
    @inline(__always)
    static func of(_ token: Token, _ folded: UnsafeBufferPointer<UInt8>) -> FormalityFeature? {
        let upper = token.foldedRange.upperBound
        let count = token.foldedRange.count
        guard count > 4, mayEnd(folded[upper - 2], folded[upper - 1]) else { return nil }
        let ending = Ending(
            three: UInt32(folded[upper - 3]) << 16 | UInt32(folded[upper - 2]) << 8
                | UInt32(folded[upper - 1]),
            fourth: folded[upper - 4], fifth: folded[upper - 5])
        if count > 5, let feature = ending.latinate { return feature }
        switch ending.three & 0xFFFF {
        case 0x6564: return .edForms  // ed
        case 0x6E67: return ending.three == 0x69_6E67 ? .ingForms : nil  // ing
        case 0x6965: return count < 7 ? .shortYEndings : nil  // ie
        default: return count < 7 && ending.three & 0xFF == 0x79 ? .shortYEndings : nil  // y
        }
    }

    /// Whether any listed ending has these as its last letters: most words go no further.
    @inline(__always)
    private static func mayEnd(_ before: UInt8, _ last: UInt8) -> Bool {
        let letters: UInt32
        switch last {
        case 0x65: letters = 0x45C1288  // ce re ge ve le te ze se ie
        case 0x64: letters = 0x8020  // ed od
        case 0x73: letters = 0x384020  // ns ts es ss us
        case 0x79: letters = ~0  // y
        case 0x6E: letters = 0x8000  // on
        case 0x67: letters = 0x4000  // ng
        case 0x74: letters = 0x4000  // nt
        case 0x6C: letters = 0x2  // al
        case 0x63, 0x70: letters = 0x200  // ic ip
        case 0x6D: letters = 0x80000  // sm
        default: return false
        }
        return before > 0x60 && before < 0x7B && letters & (1 << UInt32(before & 31)) != 0
    }

    /// The last letters of a word.
    private struct Ending {
        /// The last three as a number, the last one lowest.
        var three: UInt32
        /// The ones before them.
        var fourth: UInt8
        var fifth: UInt8

        /// The feature of an ending that came by way of Latin.
        var latinate: FormalityFeature? {
            switch three {
            case 0x69_6F6E: return isTS(fourth) ? .nominalEndings : nil  // tion sion
            case 0x6F_6E73: return fourth == 0x69 && isTS(fifth) ? .nominalEndings : nil  // tions sions
            case 0x65_6E74: return fourth == 0x6D ? .nominalEndings : .adjectivalEndings  // ment ent
            case 0x6E_7473: return fourth == 0x65 && fifth == 0x6D ? .nominalEndings : nil  // ments
            case 0x69_7479: return .nominalEndings  // ity
            case 0x69_6573: return fourth == 0x74 && fifth == 0x69 ? .nominalEndings : nil  // ities
            case 0x6E_6365: return isAE(fourth) ? .nominalEndings : nil  // ance ence
            case 0x63_6573: return fourth == 0x6E && isAE(fifth) ? .nominalEndings : nil  // ances ences
            case 0x69_736D, 0x75_7265, 0x61_6765: return .nominalEndings  // ism ure age
            case 0x68_6970: return fourth == 0x73 ? .nominalEndings : nil  // ship
            case 0x65_7373: return fourth == 0x6E ? .nominalEndings : nil  // ness
            case 0x6F_6F64: return fourth == 0x68 ? .nominalEndings : nil  // hood
            case 0x69_7665, 0x6F_7573, 0x61_7279, 0x6F_7279, 0x61_6E74:  // ive ous ary ory ant
                return .adjectivalEndings
            case 0x62_6C65: return fourth == 0x61 || fourth == 0x69 ? .adjectivalEndings : nil  // able ible
            case 0x61_7465, 0x69_7A65, 0x69_7365, 0x69_6679: return .verbalEndings  // ate ize ise ify
            case 0x74_6573, 0x74_6564: return fourth == 0x61 ? .verbalEndings : nil  // ates ated
            case 0x7A_6573, 0x7A_6564, 0x73_6564:  // izes ized ised
                return fourth == 0x69 ? .verbalEndings : nil
            case 0x69_6564: return fourth == 0x66 && fifth == 0x69 ? .verbalEndings : nil  // ified
            case 0x69_6E67:  // ating izing ising
                let isZS = fourth == 0x7A || fourth == 0x73
                return fourth == 0x74 && fifth == 0x61 || isZS && fifth == 0x69 ? .verbalEndings : nil
            default: return ofTwo
            }
        }

        private var ofTwo: FormalityFeature? {
            switch three & 0xFFFF {
            case 0x6379: return .nominalEndings  // cy
            case 0x616C, 0x6963: return .adjectivalEndings  // al ic
            default: return nil
            }
        }

        private func isTS(_ letter: UInt8) -> Bool { letter == 0x74 || letter == 0x73 }
        private func isAE(_ letter: UInt8) -> Bool { letter == 0x61 || letter == 0x65 }
    }
}
