/// Languages of other families.
extension SentenceWordList {
    static let otherLatin: [SentenceWordList] = [
        SentenceWordList(
            [.hu], .inner,
            "dr prof ifj özv szt ún vö ui uő ford szerk kiad ld tkp v.ö alez ezr hdgy"),
        SentenceWordList([.hu], .usual, "id~ gróf~ st~ pl~ ill~ mb~ be~"),
        SentenceWordList(
            [.hu], .numbered,
            """
            sz old o bek köt fej ábra tábl tel pont~ évf jan febr márc ápr máj jún júl aug szept okt nov \
            dec
            """),
        SentenceWordList(
            [.hu], .usual,
            """
            jan febr márc ápr máj jún júl aug szept okt nov dec kft bt rt zrt nyrt u~ ker~ em~ fsz i.e \
            i.sz kr e~ sz~ mrd
            """),
        SentenceWordList([.hu], .final, "stb kb~ db~ kg km cm mm"),
        SentenceWordList(
            [.hu], .starter,
            """
            a~ az~ egy én te~ ő mi~ ti~ ők ez~ ezek azok itt ott most akkor ma~ tegnap holnap ki~ mit~ \
            mikor hol miért hogyan ha~ mert bár de~ és vagy is~ nem nincs minden sok néhány más azonban \
            ezért után
            """),
        SentenceWordList(
            [.fi], .inner,
            """
            esim ent ts ns nk vrt hra rva nti tri prof dos toht maist kenr ev evl pyh synt huom lyh engl \
            ruots saks ransk myöh aik
            """),
        SentenceWordList([.fi], .usual, "ks~ k~ os~ n~ t~ eli~ lat~"),
        SentenceWordList([.fi], .numbered, "nro s~ luku~ art kuva~ taul puh os kpl klo § mom kohta~"),
        SentenceWordList([.fi], .usual, "milj mrd eaa jaa e.kr j.kr oy oyj ab~ ry~ ko~"),
        SentenceWordList([.fi], .final, "jne yms ym tms mm~ jms kg km cm min~ h~"),
        SentenceWordList(
            [.fi, .et], .starter,
            """
            minä sinä hän me~ te~ he~ se~ ne~ tämä nämä tuo tässä siellä siinä silloin nyt tänään eilen \
            huomenna mitä mikä kuka ketkä milloin missä miksi miten kuinka jos vaikka koska mutta ja~ \
            tai myös ei~ kaikki moni jotkut toinen kuitenkin sitten mina sina tema meie teie nemad see \
            siis kes mis kus miks kuidas kui aga ka~ kõik täna eile homme
            """),
        SentenceWordList([.et], .inner, "hr prl dr prof nn vrd ca pst mnt"),
        SentenceWordList([.et], .usual, "pr~ nt~ st~ sh~ vt~ u~ lp~ kindral~ tn~"),
        SentenceWordList([.et], .numbered, "nr lk p art joon tab~ tel kd"),
        SentenceWordList([.et], .final, "jne jt~ jms jpt e.m.a m.a.j a~"),
        SentenceWordList([.tr], .inner, "dr prof doç yrd uzm arş öğr müh yzb tğm örn bkz krş"),
        SentenceWordList(
            [.tr], .usual,
            "av gör~ alb~ gen~ org~ hz~ bay~ st~ yak~ ing~ alm~ fr~ lat~ osm~ ar~ çev~ ed~ haz~"),
        SentenceWordList([.tr], .numbered, "no s~ ss sf sy mad md böl cilt~ c~ şek tab~ tel kat daire~"),
        SentenceWordList(
            [.tr], .usual,
            "cad~ sok~ mah~ apt bul~ blv ltd şti a.ş t.c m.ö m.s i.ö i.s yy~ milyon~"),
        SentenceWordList([.tr], .final, "vb vs~ vd~ kg km cm mm dk~ sa~ sn~"),
        SentenceWordList(
            [.tr], .starter,
            """
            ben sen o~ biz siz onlar bu~ şu bunlar burada orada şimdi sonra bugün dün yarın ne~ kim \
            nerede neden niçin nasıl kaç eğer ama fakat ve~ veya da~ değil hayır evet her bütün birçok \
            bazı diğer ancak çünkü bir
            """),
        SentenceWordList([.id], .inner, "sdr sdri dr drs dra prof jln yth a.n d.a u.b u.p spt"),
        SentenceWordList([.id], .usual, "tn~ ny~ nn~ ir~ h~ hj~ kh~ bpk~ ibu~ jl~ mis~"),
        SentenceWordList(
            [.id], .numbered,
            "no hal bab psl ay gbr tbl telp tel jan feb mar~ apr mei jun jul agt sep okt nov des"),
        SentenceWordList([.id], .final, "dll dsb dst dkk"),
        SentenceWordList(
            [.id], .starter,
            """
            saya aku kamu anda dia ia~ kami kita mereka ini itu di~ sini sana sekarang kemarin besok apa \
            siapa kapan mana mengapa kenapa bagaimana jika kalau karena tetapi tapi dan atau juga tidak \
            bukan semua banyak setiap namun kemudian pada untuk dengan
            """),
    ]

    static let otherScripts: [SentenceWordList] = [
        SentenceWordList(
            [.el], .inner,
            """
            κ κα κος κ.κ δις δρ καθ αγ άγ δηλ βλ πρβλ λ.χ στρ ταξ συντ υπ οδ λεωφ πλ ν.δ π.δ εκδ μτφρ \
            επιμ όπ.π αρχ μτγν λατ αγγλ γαλλ γερμ
            """),
        SentenceWordList(
            [.el], .numbered,
            """
            αρ αριθ αριθμ σ σελ σσ τ τόμ κεφ εικ πίν παρ άρθρ τηλ φαξ ιαν φεβ μαρ απρ ιουν ιουλ αυγ σεπ \
            σεπτ οκτ νοε δεκ
            """),
        SentenceWordList(
            [.el], .usual,
            "ιαν φεβ απρ ιουν ιουλ αυγ σεπτ οκτ νοε δεκ μ.χ π.χ α.ε ε.π.ε ο.ε εκ εκατ δισ δισεκ χιλ ευρ"),
        SentenceWordList([.el], .final, "κτλ κλπ κ.λπ κ.ά κ.α κ.ο.κ π.μ μ.μ χλμ μ.χ τ.μ κιλ"),
        SentenceWordList(
            [.el], .starter,
            """
            ο η το οι τα τον την του της των ένα ένας μια μία εγώ εσύ αυτός αυτή αυτό εμείς εσείς αυτοί \
            αυτές αυτά εδώ εκεί τώρα τότε σήμερα χθες αύριο τι ποιος ποια ποιο πότε πού γιατί πώς πόσο \
            αν εάν όταν επειδή αλλά και ή όμως δεν δε όχι ναι στο στη στην στον στα από με για σε προς \
            μετά πριν κάθε όλοι όλα πολλοί μερικοί θα να είναι ήταν
            """),
        SentenceWordList(
            [.kk], .inner,
            "б.з.б б.з т.б т.с.с т.б.б мыс проф акад доц д-р инж ген полк обл к-сі даңғ т.ғ.д ф.ғ.д"),
        SentenceWordList([.kk], .usual, "яғни~ қ~ г~ ауд~ көш~ қар~"),
        SentenceWordList([.kk], .numbered, "№ б бет т тарау сур кесте пар тел"),
        SentenceWordList([.kk], .usual, "млн млрд мың~ ж~ жж ғ~ ғғ тг см~ км кг"),
        SentenceWordList(
            [.kk], .starter,
            """
            мен сен ол~ біз сіз олар бұл мұнда онда енді бүгін кеше ертең не~ кім қашан қайда неге қалай \
            егер бірақ және немесе жоқ иә барлық көп кейбір басқа сондықтан сонда
            """),
        SentenceWordList([.hy], .inner, "օր պրն տկն դոկտ պրոֆ ակադ թ հ մ.թ.ա մ.թ ն.ե տես"),
        SentenceWordList(
            [.ar, .fa, .ur], .inner,
            "د أ م ص هـ ق.م م.م د.م أ.د ر.ك س ع ج ط ت ق ف ڈاکٹر آقا ه.ش ه.ق ق.ظ ب.ظ م.ق ر.ض ء"),
        SentenceWordList([.ar, .fa, .ur], .numbered, "ص ج ط رقم صفحه شماره"),
        SentenceWordList([.he], .inner, "ד\"ר פרופ גב מר עמ ר עו\"ד אינג מס לפנה\"ס"),
        SentenceWordList(
            [.hi], .inner,
            """
            डॉ डा प्रो श्री श्रीमती सुश्री पं मि मिस्टर ले मे कै इं वि सं पू ई.पू कि.मी कि.ग्रा मि.मी \
            से.मी रु नं
            """),
        SentenceWordList([.hi], .usual, "कर्नल~"),
    ]
}
