/// Words that carry grammar, and the everyday verbs. Written by hand; normal forms with a straight apostrophe.
extension FormalityLists {
    static let firstPerson = """
        i i'd i'll i'm i've im ive me mine my myself
        """

    static let firstPersonPlural = """
        our ours ourselves us we we'd we'll we're we've
        """

    static let secondPerson = """
        u ur y'all ya you you'd you'll you're you've youll your youre yours yourself yourselves
        youve
        """

    static let thirdPerson = """
        he he'd he'll he's her hers herself him himself his she she'd she'll she's
        """

    static let thirdPersonPlural = """
        their theirs them themselves they they'd they'll they're they've theyre
        """

    static let impersonalIt = """
        it it'd it'll it's its itself
        """

    static let definiteArticle = """
        the
        """

    static let indefiniteArticle = """
        a an
        """

    static let demonstratives = """
        that these this those
        """

    static let prepositions = """
        about above across after against amid among amongst as at before behind below beside between
        beyond by concerning despite during except for from in including into near of on onto over
        per regarding since than through throughout to toward towards under until upon via with
        within without
        """

    static let conjunctions = """
        and nor or
        """

    static let adversatives = """
        but so
        """

    static let plainSubordinators = """
        because if when while
        """

    static let formalModals = """
        cannot could may might must ought shall should would
        """

    static let plainModals = """
        can will
        """

    static let formsOfBe = """
        am are be been being is was were
        """

    static let formsOfHave = """
        had has have having
        """

    static let formsOfDo = """
        did do does doing done
        """

    static let negations = """
        neither never no nobody none nor not nothing nowhere
        """

    static let lightVerbs = """
        came come comes coming gave give gives giving go goes going gone keep keeping keeps kept let
        lets made make makes making put puts putting take takes taking took tried tries try trying
        use used went
        """

    static let mentalVerbs = """
        believe bet care cares feel feeling feels felt forget forgot guess hate hated hates hope
        hopes hoping knew know knowing knows like liked likes love loved loves mean means meant need
        needed needs remember think thinking thought want wanted wants wish wonder wondering
        """

    static let verbsOfSaying = """
        ask asked asking call called calling hear heard look looked looking looks said saw say
        saying says see talk talked talking tell told
        """

    static let everydayVerbs = """
        break bring burn buy clean cook cry cut dance die drink drive eat fall fight find fix help
        hold hug hurt jump kill kiss laugh leave listen live lose move pay pick play ride run sell
        show sing sit sleep smoke stand start stay stop throw turn wait walk wash watch wear win
        work
        """

    static let evaluations = """
        amazing angry annoyed annoying awesome awful bad beautiful best better boring brilliant
        cheap cold cool disgusting easy excellent fantastic fast favorite favourite fine free genius
        glad good great happy hilarious horrible incredible incredibly interesting loser lovely
        lucky mad nice okay pathetic perfect ridiculous sad smart sweet terrible ugly wonderful
        worse worst
        """

    static let emotions = """
        afraid angry bored cry crying excited fear glad happy hate hated hates heart hug hurt hurts
        jealous kiss laugh lonely love loved loves loving mad miss sad scared sick smile sorry tears
        tired upset worried
        """

    static let hereAndNow = """
        again ago already here later now soon still then there today tomorrow tonight yesterday yet
        """

    static let questionWords = """
        how how's what what's whats when where where's who's why
        """

    static let commandVerbs = """
        ask be buy call check click come don't dont eat find get give go just keep let look make put
        remember start stop take talk tell think try use
        """

    static let verbParticles = """
        along apart around away back down off on out over through together up
        """

    static let people = """
        baby boy boys brother daughter family father friend friends girl girls guy husband man men
        mother people sister son wife
        """

    static let pronounContractions = """
        everyone's everything's he's here's how's it's let's nobody's one's she's somebody's
        someone's that's there's what's when's where's who's why's
        """

    static let irregularParticiples = """
        begun born bought bound broken brought built caught chosen cut dealt done drawn driven fed
        forgotten found given grown held hidden hit hurt kept known laid led left lost made meant
        met overthrown paid proven put read run said seen sent set shot shown sold sought spent
        spoken stolen struck sworn taken taught thrown told undergone understood undertaken
        withdrawn won worn written
        """

    static let bareNegations = """
        aint arent cant couldnt didnt doesnt dont hadnt hasnt havent isnt mustnt shouldnt wasnt werent wont wouldnt
        """

    static let bareAuxiliaries = """
        hes heres hows im ive shes thats theres theyll theyre theyve wheres whos whats youll youre youve
        """
}
