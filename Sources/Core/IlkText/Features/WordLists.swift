/// The words that features know. Written by hand; normal forms (NFKC case fold), with a straight apostrophe.
enum WordLists {
    static let all: [(WordClass, String)] = [
        (.function, function), (.function, functionOfOtherLanguages), (.chat, chat),
        (.firstPerson, firstPerson), (.secondPerson, secondPerson), (.question, question), (.code, code),
        (.contraction, contraction), (.article, article), (.auxiliary, auxiliary),
        (.preposition, preposition),
        (.conjunction, conjunction), (.demonstrative, demonstrative),
        (.imperative, imperative), (.interjection, interjection), (.thirdPerson, thirdPerson),
        (.firstPersonPlural, firstPersonPlural), (.arrangement, arrangement), (.opinion, opinion),
        (.correspondence, correspondence), (.report, report), (.instruction, instruction), (.code, keyword),
        (.missingApostrophe, missingApostrophe), (.greeting, greeting), (.month, month),
    ]

    private static let function = """
        a about above after again against all also although am an and any are as at be because been before being
        below between both but by can cannot could did do does doing down during each either else even ever every
        few for from further had has have having he her here hers herself him himself his how however i if in into
        is it its itself just may me might mine more most much must my myself neither no nor not now of off on once
        only or other our ours ourselves out over own rather same shall she should since so some such than that the
        their theirs them themselves then there these they this those though through thus to too under until up
        upon us very was we were what when where whether which while who whom whose why will with within without
        would yet you your yours yourself i'm i've i'll i'd it's that's there's he's she's we're we've we'll you're
        you've you'll they're they've don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't couldn't
        shouldn't hasn't haven't hadn't let's
        always another anybody anyone anything around away back behind done enough everyone everything get
        gets getting go going gone got he'd here's how's know least less let like made make many maybe need
        never nobody none nothing often oh ok okay one others perhaps please quite really say see somebody
        someone something still thank thanks thing things think toward use used via want way well went
        what's when's where's who's yes you'd hi hello hey dear regards sincerely cheers best subject wrote
        today tomorrow tonight yesterday said says according mr mrs ms dr
        """

    private static let functionOfOtherLanguages = """
        der die das den dem des ein eine einen einem einer und oder aber ist sind war nicht ich du er sie wir ihr
        mit auf für von zu im am bei nach aus wie auch noch nur wenn dass sich
        le la les un une des du et ou est sont pas je tu il elle nous vous ils dans pour par sur avec que qui ce
        cette au aux ne se plus
        el los las una unos y o es son no yo tú ella nosotros en para por con que del al se lo su más como
        os as um uma e são não eu ele ela em com do da dos das ao no na mais
        il lo gli uno che di è sono non io lui lei noi nel per con della del più come
        de het een en van is niet ik je hij zij wij op voor met aan er dat die ook maar
        i w na z do się nie jest to że jak po za od ale czy są
        и в не на я что он с как это по но она к у вы за бы так же от мы
        е се да за ще са от си ли не ми
        ve bir bu da de için ile ne mi çok ama
        """

    private static let chat = """
        u r ur n y k kk pls plz thx tnx ty tysm lol lmao lmfao rofl omg omfg wtf idk idc ikr imo imho btw brb bbl gtg
        g2g ttyl tbh fyi asap bf gf bff rn smh nvm np jk hmu tmrw tmr tmw 2moro 2day 2nite tonite gonna wanna gotta
        gimme lemme dunno kinda sorta cuz cos coz bcoz bc bcuz dat dis dem da wat wot wen wud cud shud abt ppl msg txt
        ya yea yeah yep yup nah nope hey heya hiya yo sup wassup haha hahaha hahah hehe hehehe hihi lolz xx xxx xoxo
        aww awww hmm hmmm ooh ok okay okie oki gn gm wbu hbu wyd ily luv gr8 l8r m8 b4 2 4 nite mornin gud v frm hw
        hv dun lah lor leh meh liao wif juz jus noe kids tho thru bro bruh dude omw wyd sry soz srsly def prob probs
        obvs totes fam lmk afk gg ez pm dm mb yh jaja jajaja kkk kkkk rsrs mdr ptdr slt cc jtm bjr stp vlg hdl vg
        lg mfg spk кек лол спс пж ок ага
        thnx bcos hah ugh gd wht de nd tht tom sia im ive dont cant didnt doesnt isnt thats whats ill youre
        hav wid rite goin doin cya rt tyvm aint yall wont
        """

    private static let firstPerson = """
        i me my mine myself i'm i've i'll i'd im ive ill ich mich mir mein meine je j'ai moi mon ma mes yo mi mis eu meu
        minha io mio mia ik mij mijn ja mnie mój я мне меня мой моя аз мен ми ben benim
        """

    private static let secondPerson = """
        you your yours yourself u ur you're you've you'll you'd du dich dir dein deine sie ihnen ihr tu te toi ton ta
        vous votre tú ti usted você tu seu sua lei voi jij je jou jouw ty ciebie ты тебя тебе вы вас вам твой ти те
        вие sen siz
        """

    private static let question = """
        what what's whats when where where's wheres which who who's whos whom whose why how how's hows is are was were
        do does did can could should would will has have define
        wie was wo wann warum wer welche comment pourquoi quand où combien cómo qué cuándo dónde como onde quando
        come perché dove hoe waarom wanneer waar jak dlaczego kiedy gdzie как почему где когда сколько как къде кога
        защо колко nasıl neden nerede
        """

    private static let code = """
        func fn def var const elif endif ifdef ifndef endfunction endforeach int bool boolean char str uint uint8 int32
        int64 u8 u16 u32 u64 i32 i64 f32 f64 usize size_t uint8_t int32_t uint32_t int64_t uint64_t nullptr null nil
        struct enum impl typedef typename namespace foreach elsif printf println fprintf sprintf stdout stderr argv argc
        malloc sizeof async await yield lambda instanceof extends implements throws typeof undefined getattr setattr
        __init__ isinstance kwargs args self foo bar baz tmp ptr len idx ctx cfg req res params param argparse stdin
        echo esac fi chmod mkdir sudo grep awk sed href src div span td tr html css px rgba xmlns varchar inner
        groupby mut pub println eprintln unwrap vec begin endmodule localhost http https usr bin lib etc
        """

    private static let contraction = """
        i'm i've i'll i'd it's that's there's he's she's we're we've we'll we'd you're you've you'll you'd they're
        they've they'll they'd don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't couldn't shouldn't
        hasn't haven't hadn't mustn't ain't let's what's who's where's how's here's y'all o'clock ma'am gonna wanna
        gotta kinda sorta gimme lemme dunno 'cause 'em im ive dont doesnt didnt isnt arent wasnt werent wont wouldnt cant
        couldnt shouldnt hasnt havent hadnt aint lets whats thats theres youre youve theyre theyve
        """
}
