/// Words of the parts of speech and of the occasions that tell kinds of text apart. Written by hand; normal forms.
extension WordLists {
    static let article = """
        the a an
        """

    static let auxiliary = """
        is are was were be do does did have has had can could will would should may might must am been
        """

    static let preposition = """
        in on at of for with by from to about as into after before during under over between
        """

    static let conjunction = """
        and but so or because if when then cuz cos while although though since
        """

    static let demonstrative = """
        this that these those it it's its that's there there's here
        """

    static let imperative = """
        get stop go let let's check try look make take see come call text send tell give just don't dont
        never always use add set click visit watch follow read run
        """

    static let interjection = """
        lol lmao haha hahaha oh ok okay wow yes no yeah yep yup nope nah omg hmm hm ugh aww damn thanks
        thank ya yea hehe hey hi hello well sure sorry please pls true same nice good great congrats rt fuck
        shit
        """

    static let thirdPerson = """
        he she him her his hers they them their
        """

    static let firstPersonPlural = """
        we us our ours we're we'll we've
        """

    static let arrangement = """
        home come coming came meet meeting tonight later tmr tmrw tomorrow dinner lunch breakfast bus train
        wait waiting reach reached reaching sleep sleeping call calling text txt msg miss sweet babe baby
        hun darling dear morning night class lecture exam mum mom mummy dad daddy bring buy leave leaving
        late mins min minutes eat eaten soon okay ok okie sure sorry ready pick phone room house outside
        weekend free driving drive shower bed wake dont lesson school sch bath wanna wan gonna party drinks
        pub car door key keys shop busy finish finished done there here now u ur pls reply send sent ask
        tell told yup yep ya goin meh lor lah hey hi hello hope care take love where when what time
        """

    static let opinion = """
        people man men woman women guy guys game games team season player players fan fans league coach shit
        fuck fucking fucked damn hell ass literally hate think world white black trump obama clinton hillary
        president vote voted voters liberal liberals conservative conservatives republican republicans
        democrat democrats party sub post posts posted comment comments reddit video videos movie movies
        song album show episode series twitter tweet tweets follow watch watching watched win winning lose
        lost life real actually honestly wow stupid idiot idiots dumb racist awesome amazing beautiful
        gorgeous feel feels feeling funny joke kids media imagine sounds sad happy dude bro lol lmao omg
        everyone nobody someone guess probably definitely totally opinion agree disagree country police gun
        guns america american god jesus rights law wrong right truth lies liar person character play playing
        played music love best worst ever never seriously absolutely ridiculous hilarious cute yikes thanks
        birthday
        """

    static let correspondence = """
        attached please regards sincerely forwarded meeting schedule contract agreement let know questions
        question contact information request requested send sent email e-mail mail fax office team review
        account order company offer click unsubscribe list subject wrote cc message call phone forward
        confirm confirmation draft below original discuss update updated appreciate thanks thank per
        attachment reply respond receive received project conference document documents deal copy week
        monday tuesday wednesday thursday friday invoice customer service available following hello patch
        mailing
        """

    static let report = """
        said says reported according officials official government minister police percent million billion
        company announced yesterday president spokesman spokeswoman court state national international
        report agency reuters ap year years tuesday wednesday thursday friday monday sunday saturday week
        former after among against since between during however although which whose thus while within upon
        century early later known became named published work works his her had were was been
        """

    static let instruction = """
        must should may example following section value values object method function default type specified
        returns return use used using user users application provides see note e.g i.e parameter parameters
        option options set data given contains define defined implementation request response file files
        name names version support supported code project ensure create allows system
        """

    static let keyword = """
        async await bool char const create def div echo elif endif enum except extends false fi fn foreach
        from func function impl implements insert int let mut namespace nil none null override pub select
        span static struct switch table throw true unsigned val var void where
        """

    static let missingApostrophe = """
        dont cant didnt doesnt isnt thats whats im ive youre wont wasnt
        """

    static let greeting = """
        hi hello hey dear greetings hallo liebe lieber sehr bonjour salut cher chère hola estimado estimada olá caro
        cara ciao gentile beste geachte witam szanowny szanowna cześć drogi здравствуйте привет уважаемый здравей
        здравейте merhaba sayın hej
        """

    static let month = """
        january february march april may june july august september october november december
        jan feb mar apr jun jul aug sep sept oct nov dec
        januar februar märz mai juni juli oktober dezember jänner
        janvier février mars avril juin juillet août septembre octobre novembre décembre
        enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre
        janeiro fevereiro março maio junho julho setembro outubro novembro dezembro
        gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre
        januari februari maart mei augustus
        stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
        января февраля марта апреля мая июня июля августа сентября октября ноября декабря
        януари февруари март април май юни юли август септември октомври ноември декември
        ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
        """
}
