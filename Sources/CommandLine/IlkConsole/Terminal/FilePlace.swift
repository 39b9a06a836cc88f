/// A place in a file, as `rules/doctype/email.yaml:12`, for a line that may be short.
package enum FilePlace {
    /// The place on one line; without the folders where there is no room for them.
    package static func fitting(_ place: String, in room: Int) -> String {
        let place = VisibleText.oneLine(place)
        guard DisplayWidth.of(place) > room, let slash = place.lastIndex(of: "/") else { return place }
        return String(place[place.index(after: slash)...])
    }
}
