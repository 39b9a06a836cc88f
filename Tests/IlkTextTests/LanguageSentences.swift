/// Sentences written for the tests, by language code: a short one, one of a few words and a longer one.
enum LanguageSentences {
    static let european: [(code: String, texts: [String])] = [
        (
            "en",
            [
                "See you tomorrow", "What time does the train leave?",
                "We moved the meeting to Friday because half of the team is still travelling.",
            ]
        ),
        (
            "de",
            [
                "Bis morgen früh", "Wann fährt der nächste Zug ab?",
                "Wir haben die Besprechung auf Freitag verschoben, weil die Hälfte noch unterwegs ist.",
            ]
        ),
        (
            "fr",
            [
                "À demain matin", "À quelle heure part le train ?",
                "Nous avons déplacé la réunion à vendredi parce que la moitié de l'équipe voyage encore.",
            ]
        ),
        (
            "es",
            [
                "Hasta mañana, amigos", "¿A qué hora sale el tren?",
                "Hemos cambiado la reunión al viernes porque la mitad del equipo todavía está de viaje.",
            ]
        ),
        (
            "it",
            [
                "Ci vediamo domani", "A che ora parte il treno?",
                "Abbiamo spostato la riunione a venerdì perché metà della squadra è ancora in viaggio.",
            ]
        ),
        (
            "pt",
            [
                "Até amanhã então", "A que horas sai o comboio?",
                "Mudamos a reunião para sexta-feira porque metade da equipe ainda não voltou de viagem.",
            ]
        ),
        (
            "nl",
            [
                "Tot morgen allemaal", "Hoe laat vertrekt de trein?",
                "We hebben de vergadering naar vrijdag verplaatst omdat de helft nog onderweg is.",
            ]
        ),
        (
            "sv",
            [
                "Vi ses i morgon", "När går nästa tåg från stationen?",
                "Vi har flyttat mötet till fredag eftersom hälften av oss fortfarande är ute och reser.",
            ]
        ),
        (
            "da",
            [
                "Hvornår kører det næste tog?", "Jeg ved ikke, hvad jeg skal sige",
                "Vi har flyttet mødet til fredag, fordi halvdelen af holdet stadig er ude at rejse.",
            ]
        ),
        (
            "nb",
            [
                "Når går det neste toget?", "Jeg vet ikke hva jeg skal si",
                "Vi har flyttet møtet til fredag fordi halvparten av laget fortsatt er ute og reiser.",
            ]
        ),
        (
            "pl",
            [
                "Do zobaczenia jutro", "O której godzinie odjeżdża pociąg?",
                "Przełożyliśmy spotkanie na piątek, bo połowa zespołu jest jeszcze w podróży.",
            ]
        ),
        (
            "cs",
            [
                "Uvidíme se zítra", "V kolik hodin odjíždí ten vlak?",
                "Přesunuli jsme schůzku na pátek, protože polovina lidí je ještě na cestách.",
            ]
        ),
        (
            "sk",
            [
                "Uvidíme sa zajtra ráno", "O koľkej odchádza ten vlak?",
                "Presunuli sme stretnutie na piatok, pretože polovica ľudí je ešte stále na cestách.",
            ]
        ),
        (
            "hu",
            [
                "Holnap találkozunk", "Mikor indul a következő vonat?",
                "Péntekre tettük át a megbeszélést, mert a csapat fele még úton van.",
            ]
        ),
        (
            "ro",
            [
                "Ne vedem mâine", "La ce oră pleacă trenul?",
                "Am mutat întâlnirea pe vineri pentru că jumătate din echipă este încă plecată.",
            ]
        ),
        (
            "fi",
            [
                "Nähdään huomenna", "Mihin aikaan juna lähtee?",
                "Siirsimme kokouksen perjantaille, koska puolet väestä on vielä matkoilla.",
            ]
        ),
        (
            "tr",
            [
                "Yarın görüşürüz", "Tren saat kaçta kalkıyor?",
                "Toplantıyı cumaya aldık çünkü ekibin yarısı hâlâ yolda.",
            ]
        ),
        (
            "el",
            [
                "Τα λέμε αύριο", "Τι ώρα φεύγει το τρένο;",
                "Μεταφέραμε τη συνάντηση την Παρασκευή γιατί οι μισοί ταξιδεύουν ακόμη.",
            ]
        ),
        (
            "ca",
            [
                "Fins demà a tothom", "A quina hora surt el tren?",
                "Hem canviat la reunió a divendres perquè la meitat de l'equip encara és de viatge.",
            ]
        ),
        (
            "hr",
            [
                "Vidimo se sutra ujutro", "U koliko sati polazi vlak?",
                "Premjestili smo sastanak na petak jer je pola ekipe još uvijek na putu.",
            ]
        ),
        (
            "sl",
            [
                "Kdaj odpelje naslednji vlak?", "Ne vem, kaj naj rečem",
                "Sestanek smo prestavili na petek, ker je polovica ekipe še vedno na poti.",
            ]
        ),
        (
            "et",
            [
                "Näeme homme hommikul", "Mis kell rong väljub?",
                "Lükkasime koosoleku reedele, sest pool meeskonnast on veel reisil.",
            ]
        ),
        (
            "lv",
            [
                "Tiekamies rīt no rīta", "Cikos atiet vilciens?",
                "Mēs pārcēlām sapulci uz piektdienu, jo puse komandas vēl ir ceļā.",
            ]
        ),
        (
            "lt",
            [
                "Pasimatysime rytoj", "Kada išvyksta traukinys?",
                "Perkėlėme susitikimą į penktadienį, nes pusė komandos vis dar keliauja.",
            ]
        ),
    ]

    static let others: [(code: String, texts: [String])] = [
        (
            "ru",
            [
                "Увидимся завтра", "Во сколько отходит поезд?",
                "Мы перенесли встречу на пятницу, потому что половина команды ещё в дороге.",
            ]
        ),
        (
            "uk",
            [
                "Побачимося завтра", "О котрій годині відходить потяг?",
                "Ми перенесли зустріч на п'ятницю, бо половина команди ще в дорозі.",
            ]
        ),
        (
            "bg",
            [
                "Ще се видим утре", "В колко часа тръгва влакът?",
                "Преместихме срещата за петък, защото половината екип още пътува.",
            ]
        ),
        (
            "sr",
            [
                "Видимо се сутра", "У колико сати полази воз?",
                "Преместили смо састанак на петак јер је пола екипе још увек на путу.",
            ]
        ),
        (
            "ar",
            [
                "أراك غدا", "في أي ساعة يغادر القطار؟",
                "نقلنا الاجتماع إلى يوم الجمعة لأن نصف الفريق ما زال مسافرا.",
            ]
        ),
        (
            "fa",
            [
                "فردا می‌بینمت", "قطار ساعت چند حرکت می‌کند؟",
                "جلسه را به جمعه انداختیم چون نیمی از گروه هنوز در سفر است.",
            ]
        ),
        (
            "ur",
            [
                "کل ملتے ہیں", "گاڑی کتنے بجے جاتی ہے؟",
                "ہم نے ملاقات جمعے تک ملتوی کر دی ہے کیونکہ آدھے لوگ ابھی سفر میں ہیں۔",
            ]
        ),
        (
            "he",
            ["נתראה מחר", "באיזו שעה יוצאת הרכבת?", "העברנו את הפגישה ליום שישי כי חצי מהצוות עדיין בדרך."]
        ),
        ("hi", ["कल मिलते हैं", "गाड़ी कितने बजे जाती है?", "हमने बैठक शुक्रवार को रख दी है क्योंकि आधे लोग अभी यात्रा पर हैं।"]),
        ("th", ["เจอกันพรุ่งนี้", "รถไฟออกกี่โมง", "เราเลื่อนการประชุมไปวันศุกร์เพราะทีมครึ่งหนึ่งยังเดินทางอยู่"]),
        ("zh", ["明天见", "火车几点开？", "我们把会议改到星期五了，因为有一半的人还在路上。"]),
        ("ja", ["また明日", "電車は何時に出ますか？", "チームの半分がまだ出張中なので、会議を金曜日に移しました。"]),
        ("ko", ["내일 봐요", "기차는 몇 시에 출발해요?", "팀의 절반이 아직 출장 중이라 회의를 금요일로 옮겼습니다."]),
        (
            "vi",
            [
                "Hẹn gặp lại ngày mai", "Mấy giờ tàu chạy?",
                "Chúng tôi đã dời cuộc họp sang thứ sáu vì một nửa nhóm vẫn đang đi công tác.",
            ]
        ),
        (
            "id",
            [
                "Sampai jumpa besok", "Jam berapa kereta berangkat?",
                "Kami memindahkan rapat ke hari Jumat karena separuh tim masih dalam perjalanan.",
            ]
        ),
        ("ka", ["ხვალ შევხვდებით", "როდის გადის მატარებელი?"]),
        ("hy", ["Վաղը կհանդիպենք", "Ե՞րբ է մեկնում գնացքը"]),
        ("ta", ["நாளை சந்திப்போம்"]), ("bn", ["কাল দেখা হবে"]), ("my", ["မနက်ဖြန် တွေ့မယ်"]), ("km", ["ជួបគ្នាស្អែក"]),
    ]
}
