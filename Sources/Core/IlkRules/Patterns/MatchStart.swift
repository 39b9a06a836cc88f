/// The positions at which matches of an expression can begin.
enum MatchStart: Int, Sendable {
    case text
    case line
    case anywhere

    init(of pattern: PatternNode) {
        switch pattern {
        case .assertion(.textStart): self = .text
        case .assertion(.lineStart): self = .line
        case .sequence(let parts):
            // Parts that match no characters are skipped.
            for part in parts {
                switch part {
                case .empty, .look, .assertion(.boundary), .assertion(.noBoundary): continue
                default:
                    self.init(of: part)
                    return
                }
            }
            self = .anywhere
        case .alternatives(let branches):
            let beginnings = branches.map { MatchStart(of: $0).rawValue }
            self = beginnings.max().flatMap(MatchStart.init) ?? .anywhere
        case .repeated(let body, let minimum, _, _):
            self = minimum > 0 ? MatchStart(of: body) : .anywhere
        case .atomic(let body): self.init(of: body)
        case .empty, .look, .assertion, .character, .oneOf, .folded: self = .anywhere
        }
    }
}
