package import CICU
package import IlkText

/// Classifies blocks byte by byte, as the reference for the vector code.
package enum PlainReader: BlockReader {
    package static func read(_ bytes: UnsafePointer<UInt8>, _ alphabet: ASCIIAlphabet) -> ilk_block {
        ilk_block_read_plain(bytes, alphabet.at)
    }

    package static func readUpper(_ bytes: UnsafePointer<UInt8>) -> UInt64 { ilk_upper_read_plain(bytes) }

    package static func readDoubled(_ bytes: UnsafePointer<UInt8>) -> UInt64 { ilk_doubled_read_plain(bytes) }

    package static func readJoiners(_ bytes: UnsafePointer<UInt8>, _ alphabet: ASCIIAlphabet) -> ilk_joiners {
        ilk_joiners_read_plain(bytes, alphabet.colon)
    }

    package static func readStops(_ bytes: UnsafePointer<UInt8>) -> ilk_stop_block {
        ilk_stop_block_read_plain(bytes)
    }

    package static func readSpecial(_ bytes: UnsafePointer<UInt8>) -> UInt64 { ilk_special_read_plain(bytes) }
}
