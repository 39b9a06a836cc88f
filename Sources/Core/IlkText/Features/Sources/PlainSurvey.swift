import IlkVocabulary

/// Counts what features count, one by one and with the place of each: the plain version of the surveys.
struct PlainSurvey {
    private var counts = [Int](repeating: 0, count: TextFeature.allCases.count)
    private var places = [[TextSpan]](repeating: [], count: TextFeature.allCases.count)
    var characters = 0
    var letters = 0
    var visible = 0
    var words = Lengths()
    var lines = Lengths()
    var sentences = Lengths()
    var blankLines = 0
    var syllables = 0
    var indentation = 0
    var marks = 0
    /// The byte behind the last date in digits.
    var dateEnd = 0
    var scripts = ScriptHistogram()
    var formality: FormalityExplanation?

    /// Counts a place.
    mutating func note(_ feature: TextFeature, _ place: Range<Int>) {
        counts[feature.rawValue] += 1
        places[feature.rawValue].append(TextSpan(place.lowerBound, place.upperBound))
    }

    /// Counts a character; neighbours become one place.
    mutating func noteCharacter(_ feature: TextFeature, _ place: Range<Int>) {
        counts[feature.rawValue] += 1
        let last = places[feature.rawValue].count - 1
        if last >= 0, places[feature.rawValue][last].upperBound == place.lowerBound {
            places[feature.rawValue][last].upperBound = place.upperBound
        } else {
            places[feature.rawValue].append(TextSpan(place.lowerBound, place.upperBound))
        }
    }

    /// Puts the one place that a flag or a greatest length stands on in the place of any other.
    mutating func set(_ feature: TextFeature, _ place: Range<Int>, count: Int = 1) {
        counts[feature.rawValue] = count
        places[feature.rawValue] = [TextSpan(place.lowerBound, place.upperBound)]
    }

    /// Puts another place in the place of the last one.
    mutating func replaceLast(_ feature: TextFeature, _ place: Range<Int>) {
        places[feature.rawValue].removeLast()
        places[feature.rawValue].append(TextSpan(place.lowerBound, place.upperBound))
    }

    func count(_ feature: TextFeature) -> Int { counts[feature.rawValue] }
    func spans(_ feature: TextFeature) -> [TextSpan] { places[feature.rawValue] }
}
