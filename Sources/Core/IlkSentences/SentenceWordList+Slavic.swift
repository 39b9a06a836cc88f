/// Slavic languages, in both scripts.
extension SentenceWordList {
    static let slavic: [SentenceWordList] = russian + ukrainian + southern + polish + czech

    private static let russian: [SentenceWordList] = [
        SentenceWordList(
            [.ru], .inner,
            """
            г-н г-жа гн гр проф акад доц инж ген полк подп кап лейт серж адм арх архиеп еп митр св свв \
            преп т.е т.к т.н т.ч напр ум англ нем лат греч итал исп сокр прим прибл приб р-н пос дол ул \
            просп пр-т б-р бул корп эт пп зав мл сост перев собр цит вкл искл макс долл кол-во
            """),
        SentenceWordList(
            [.ru], .usual,
            """
            ст~ им~ фр~ рус~ обл~ дер~ оз~ наб~ пл~ оф~ сс~ зам~ пом~ нач~ гл~ обр~ отв~ ред~ изд~ соч~ \
            указ~ ок~ вып~ гос~ нар~ фам~ имен~ тел~ жит~
            """),
        SentenceWordList(
            [.ru], .numbered,
            """
            № с стр т тт гл п пп пар разд рис табл ст ч вып кв д корп тел дом янв февр фев мар апр авг \
            сент сен окт нояб ноя дек илл прил пункт ауд
            """),
        SentenceWordList(
            [.ru], .usual,
            """
            г~ гг в~ вв н.э до.н.э р~ руб~ коп~ тыс млн млрд трлн чел~ экз стр~ янв февр апр авг сент \
            окт нояб дек пн вт~ ср чт пт сб вс~ ч~ мин~ сек~ куб кв~ кв.м куб.м кв.км км/ч л.с ж.д т~ \
            оао ооо сша
            """),
        SentenceWordList(
            [.ru], .final,
            "др~ т.д т.п пр~ проч кг км см~ мм га кв.м куб.м кв.км н.э и.т.д и.т.п ч~ мин~ сек~"),
        SentenceWordList(
            [.ru, .bg], .starter,
            """
            я ты он~ она оно мы~ вы~ они это этот эта эти тот та~ те~ то~ там тут здесь тогда теперь \
            сейчас сегодня вчера завтра что кто когда где почему зачем как какой какая сколько если хотя \
            потому поэтому но~ и~ а~ или также тоже не~ нет никто ничто мой моя его её их~ наш ваш в~ \
            во~ на~ с~ со к~ ко~ по~ о~ об~ от~ до~ из~ за~ у~ при для после перед через без все всё \
            многие некоторые другие каждый однако затем потом кроме даже только лишь уже ещё так вот
            """),
        SentenceWordList(
            [.ru], .joiner,
            """
            в во на с со к ко по о об от до из за у при для без через под над и а но или что как не это \
            его её их между
            """),
        SentenceWordList(
            [.ru, .bg, .uk], .month,
            """
            января февраля марта апреля мая июня июля августа сентября октября ноября декабря януари \
            февруари март април май юни юли август септември октомври ноември декември січня лютого \
            березня квітня травня червня липня серпня вересня жовтня листопада грудня
            """),
    ]

    private static let ukrainian: [SentenceWordList] = [
        SentenceWordList(
            [.uk], .inner,
            """
            проф акад доц інж ген полк св т.зв т.к т.ч тобто напр див нар англ нім лат грец прибл р-н \
            смт вул просп пров бульв корп зав заст
            """),
        SentenceWordList([.uk], .usual, "п~ ім~ пор~ обл~ м~ пл~ буд~ кв~ с~ ред~ вид~ пер~ гл~"),
        SentenceWordList(
            [.uk], .numbered,
            """
            № с стор ст т розд п пп рис табл гл вип кв буд тел січ лют берез квіт трав черв лип серп вер \
            жовт лист груд
            """),
        SentenceWordList(
            [.uk], .usual,
            "р~ рр ст~ н.е до.н.е грн коп~ тис млн млрд чол~ год~ хв сек~ кв.м куб.м"),
        SentenceWordList([.uk], .final, "ін т.д т.п т.ін тощо~ кг км см~ мм га"),
        SentenceWordList(
            [.uk], .starter,
            """
            я ти він вона воно ми ви вони це цей ця ці той та~ те~ там тут тоді тепер зараз сьогодні \
            вчора завтра що хто коли де~ чому як~ який скільки якщо хоча тому але і~ а~ або також не~ \
            ні~ ніхто мій його її їх~ наш в~ у~ на~ з~ із до~ по~ від при для після перед через без усі \
            всі багато інші кожен однак потім
            """),
    ]

    private static let southern: [SentenceWordList] = [
        SentenceWordList(
            [.bg], .inner,
            """
            г-н г-жа г-ца проф акад доц инж д-р ген полк кап св т.е т.нар т.к напр вж срв англ нем лат \
            прибл обл ул бул ж.к вх прев вкл
            """),
        SentenceWordList([.bg], .usual, "ср~ гр~ общ~ пл~ бл~ ет~ ап~ с~ зам~ им~ ред~ изд~"),
        SentenceWordList(
            [.bg], .numbered,
            "№ с стр т гл чл ал фиг табл бр тел бл ет ап ян февр апр авг септ окт ноем дек"),
        SentenceWordList(
            [.bg], .usual,
            "г~ гг в~ в.в сл.хр пр.хр лв ст~ хил млн млрд кв.м куб.м ч~ мин~ т.г м.г с.г"),
        SentenceWordList([.bg], .final, "др~ т.н и.т.н и.др пр~ кг км см~ мм"),
        SentenceWordList(
            [.bg], .starter,
            """
            аз ти той тя то~ ние вие те~ това този тази тези онзи там тук тогава сега днес вчера утре \
            какво кой коя кога къде защо как колко ако въпреки защото но~ и~ а~ или също не~ няма никой \
            моят неговият в~ във на~ с~ със към по~ от~ до~ за~ при след преди през без всички много \
            някои други обаче
            """),
        SentenceWordList(
            [.sr], .inner,
            """
            гђа гђица проф мр инж ген пук св тј нпр тзв в.д ул бул gosp gđa gđica prof dr mr inž gen tj \
            npr tzv sv ul bul
            """),
        SentenceWordList([.sr], .usual, "г~ др~ им~ бр~"),
        SentenceWordList([.sr], .numbered, "бр стр чл т сл год br str čl sl god"),
        SentenceWordList([.sr], .final, "итд идр сл~ itd idr sl~"),
        SentenceWordList(
            [.hr, .sl], .inner,
            """
            gđa gđica gosp gdč gdčna prof dr mag inž gen puk sv fra tj npr tzv tzn odn dipl ing akad usp \
            v.d ul t.i t.im d.d d.o.o k.d
            """),
        SentenceWordList([.hr, .sl], .usual, "g~ ga~ mr~ doc~ trg~ oz~ str~"),
        SentenceWordList(
            [.hr, .sl], .numbered,
            """
            br str čl st sl tab~ pogl god tel fig siječ velj ožuj trav svib lip srp kol ruj list~ stud \
            pros~ jan feb mar~ apr avg sept okt nov dec
            """),
        SentenceWordList([.hr, .sl], .final, "itd idr sl~ itn ipd"),
        SentenceWordList(
            [.hr, .sl, .sr], .starter,
            """
            ja~ ti~ on~ ona ono mi~ vi~ oni jaz ta~ to~ ovo ovaj ova ovi taj tamo tu~ tada sada danas \
            jučer juče sutra što šta tko ko~ kada kad gdje gde zašto kako koliko ako iako jer ali i~ a~ \
            ili također ne~ nitko moj njegov njezin u~ na~ s~ sa~ k~ po~ od~ do~ iz~ za~ pri nakon prije \
            kroz bez svi mnogi neki drugi svaki međutim zatim jest je~ су~ то~ он~ она они ово овај
            """),
    ]

    private static let polish: [SentenceWordList] = [
        SentenceWordList(
            [.pl], .inner,
            """
            pp hab mgr inż abp kard św śp płk ppłk mjr kpt ppor sierż plut kpr ul tzn tzw tj np m.in ww \
            wg zob pow przew wiceprez sekr adw jw niem franc łac bałt hiszp czes ukr przen przym przysł \
            zaim tłum oprac maks
            """),
        SentenceWordList(
            [.pl], .usual,
            """
            p~ doc~ ks~ o~ bp~ gen~ por~ adm~ im~ al~ pl~ os~ dot~ ds~ woj~ gm~ dyr~ kier~ red~ prez~ \
            ok~ ang~ ros~ wł~ lit~ daw~ pot~ rel~ rzecz~ czas~ lp~ lm~ wyd~ ur~ zm~ śr~
            """),
        SentenceWordList(
            [.pl], .numbered,
            """
            nr s~ str art ust pkt rozdz t tom rys tab~ poz par lit~ tel zał zob godz~ pok m sty lut mar~ \
            kwi maj cze lip sie wrz paź lis gru
            """),
        SentenceWordList(
            [.pl], .usual,
            "r~ w~ zł gr~ tys mln mld bln p.n.e n.e sp~ z.o.o s.a j.t rz~ prof nadzw dr ha~"),
        SentenceWordList([.pl], .final, "itd itp in~ kg km cm mm godz~ min~ sek~"),
        SentenceWordList(
            [.pl], .starter,
            """
            ja~ ty~ on~ ona ono my~ wy~ oni one to~ ten~ ta~ te~ tamten tam tu~ tutaj wtedy teraz dziś \
            dzisiaj wczoraj jutro co~ kto kiedy gdzie dlaczego czemu jak jaki ile jeśli jeżeli choć \
            ponieważ ale i~ a~ lub albo także też nie nikt mój jego jej ich nasz w~ we~ na~ z~ ze~ do~ \
            po~ od~ o~ za~ przy dla przed przez bez wszyscy wiele niektórzy inni każdy jednak potem
            """),
        SentenceWordList(
            [.pl], .joiner,
            """
            w we na z ze do po od o za przy dla przed przez bez i a ale lub albo że który która które \
            się nie jest są był była jak jego jej ich
            """),
        SentenceWordList(
            [.pl, .cs, .sk, .hr, .sl], .month,
            """
            stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada \
            grudnia ledna února března dubna května června července srpna září října listopadu prosince \
            januára februára apríla mája júna júla augusta septembra októbra novembra decembra siječnja \
            veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna studenoga prosinca
            """),
    ]

    private static let czech: [SentenceWordList] = [
        SentenceWordList(
            [.cs, .sk], .inner,
            """
            pí dr ing mgr mudr judr phdr rndr prof csc drsc plk pplk mjr kpt sv tj tzn tzv např napr \
            popř resp příp cca kupř srov ul nám č.p č.j angl něm franc býv zvl n.m
            """),
        SentenceWordList(
            [.cs, .sk], .usual, "p~ sl~ bc~ doc~ gen~ por~ mj~ viz~ tř~ red~ lat~ odd~ hl~ vl~"),
        SentenceWordList(
            [.cs, .sk], .numbered,
            """
            č čís čl str s~ odst kap obr tab~ sv roč pol tel písm pozn bod led úno bře dub kvě čvn čvc \
            srp zář říj lis pro
            """),
        SentenceWordList(
            [.cs, .sk], .usual,
            "r~ stol tis mil~ mld kč n.l př.n.l př.kr po.kr s.r.o a.s spol o.p.s hod min~"),
        SentenceWordList([.cs, .sk], .final, "atd atp apod aj~ ap~ kg km cm mm"),
        SentenceWordList(
            [.cs, .sk], .starter,
            """
            já ja~ ty~ on~ ona ono my~ vy~ oni to~ ten~ ta~ tento tato toto tam tady tu~ tehdy teď dnes \
            včera zítra co~ čo kdo kto kdy kde proč jak ako jaký kolik když jestli pokud protože ale a~ \
            i~ nebo alebo také ne~ nikdo můj jeho její jejich náš v~ ve~ na~ s~ se~ k~ ke~ po~ od~ do~ \
            z~ ze~ za~ při pro před přes bez všichni mnoho někteří jiní každý však potom je~ jsou byl \
            byla
            """),
    ]
}
