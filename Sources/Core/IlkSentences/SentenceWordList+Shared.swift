/// Words of all languages, and the English ones.
extension SentenceWordList {
    static let shared: [SentenceWordList] = [
        SentenceWordList([], .exclaimed, "yahoo jeopardy yum chips"),
        SentenceWordList([], .domain, "com net org edu gov info ru de uk fr io"),
        SentenceWordList([], .inner, "i.e e.g viz cf vs ca ps"),
        SentenceWordList([], .usual, "inc ltd corp llc gmbh ph.d m.d b.a m.a b.sc m.sc d.c u.s.a"),
        SentenceWordList([], .clock, "a.m p.m"),
        SentenceWordList(
            [], .numbered,
            "no nos nr pp p vol vols fig figs tel ext eq eqs ch sec art par n° nº №"),
        SentenceWordList([], .final, "etc al"),
    ]

    static let english: [SentenceWordList] = [
        SentenceWordList(
            [.en], .inner,
            """
            mr mrs ms mx messrs mmes dr drs prof profs msgr mme mlle atty attys asst p.s p.p.s n.b i.e \
            approx esp incl excl aka a.k.a fka ibid transl pseud ret acad lt.col lt.gen maj.gen brig.gen \
            r.i.p
            """),
        SentenceWordList(
            [.en], .title,
            """
            gen maj col lt cpt capt cmdr cdr adm brig sgt cpl pvt pfc ens lieut rep reps sen sens gov \
            govs pres amb hon rev revs fr mgr supt insp det rt treas ed cllr
            """),
        SentenceWordList(
            [.en], .place,
            """
            temp avg max min misc sat sun mar wash miss ill ore del la man mass col pl mo mus lab med \
            inst fed rd ind ark cal conn tex pa va vt ga ky md div exec soc tech ext
            """),
        SentenceWordList([.en], .final, "deg in"),
        SentenceWordList(
            [.en], .numbered,
            """
            op jan feb mar~ apr jun jul aug sep sept oct nov dec chap chaps sect sects para paras pt pts \
            app apps bk bks ver cat~ ref refs tab~ col~ cols line~ item~ rm ste apt bldg fl flt ph \
            phone~ fax prob ex exs ill illus pl pls ser sched amend c~ f~ ff
            """),
        SentenceWordList(
            [.en], .usual,
            """
            ed eds trans jan feb apr jun jul aug sep sept oct nov dec st ste mt mts ft jr sr esq co cos \
            bros corp inc ltd plc univ dept depts dist assn assoc assocs intl natl govt mfg mfrs bldg \
            blvd ave hwy pkwy sq ctr terr expy ala ariz calif colo fla kan kans mich minn mont neb nebr \
            nev okla penn tenn wis wisc wyo que ont alta sask b.c d.c n.y n.j n.c s.c n.h n.d s.d n.m \
            r.i l.a mon tue tues wed thu thur thurs fri tel fig figs vol vols ref refs chap ch~ eq eqs \
            ed.d ll.b ll.m d.d.s d.phil r.n c.p.a m.b.a b.s m.s m.p m.p.s r.a.f u.s u.k u.n e.u misc avg \
            admin mgmt mktg sch
            """),
        SentenceWordList(
            [.en], .final,
            """
            etc al hr hrs min~ mins sec~ secs yr yrs mo~ mos wk wks ft yd yds mi lb lbs oz kg km cm mm \
            mph kph sq.ft tsp tbsp qt doz
            """),
        SentenceWordList(
            [.en], .starter,
            """
            the a an i he she it we they you this that these those there here my his her its our your \
            their what when where who whom whose why how which if although though because since until \
            unless but and or so yet however moreover furthermore meanwhile then thus therefore instead \
            also not no yes did do does is are was were would can could should has have had in on at for \
            from with by as to after before during while once some many most all both each every several \
            few other another such more one two now finally even only just despite unlike according \
            please nobody everyone somebody someone nothing something everything perhaps maybe later \
            today yesterday tomorrow let let's i'm i've it's that's there's he's she's we're they're \
            you're don't doesn't didn't can't i'll we'll us
            """),
        SentenceWordList(
            [.en], .joiner,
            """
            the a an of to in on at for from with by as and or but nor that which who whom whose if when \
            while because since than into onto upon over under between among through during without \
            within against about my your his her its our their this these those is are was were be been \
            being has have had will would can could may might should must not very such some any each \
            every no
            """),
        SentenceWordList(
            [.en], .speech,
            """
            said says asked asks replies answers cries shouts adds thinks thought interrupted replied \
            answered cried shouted whispered exclaimed called yelled screamed murmured muttered added \
            continued laughed snapped demanded wondered sighed groaned begged insisted
            """),
        SentenceWordList(
            [.en], .clockTail,
            """
            monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri \
            sat sun est edt cst cdt mst mdt pst pdt gmt utc bst cet et ct mt pt eastern central pacific \
            mountain january february march april may june july august september october november \
            december
            """),
        SentenceWordList([.en], .preposition, "at by around about until till before after from since on"),
        SentenceWordList(
            [.en], .month,
            "january february march april may june july august september october november december"),
    ]
}
