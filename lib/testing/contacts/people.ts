import type { Encoding } from "@/lib/contacts/plan";

type People = {
  /** Encodings of these names before UTF-8, the usual one first. */
  encodings: readonly Encoding[];
  given: string;
  family: string;
  /** The family name is first, without a blank after it. */
  isJoined?: true;
};

/** Names as in real lists, by language. */
export const people: Record<string, People> = {
  french: {
    encodings: ["windows-1252", "macintosh"],
    given: "Amélie Hélène François Zoé Noël Benoît Thérèse Aurélien Maïlys Jérôme Chloé Geneviève",
    family: "Lefèvre Béranger Crêtien Gonçalvès Dupré Château Müller L’Hôpital D'Août Forêt Périer Lebœuf",
  },
  german: {
    encodings: ["windows-1252", "macintosh"],
    given: "Jörg Jürgen Käthe Günther Bärbel Björn Sören Ülkü Gäbriele Rüdiger Hänsel Änne",
    family: "Müller Größmann Schäfer Köhler Weiß Böhm Jäger Krüger Straßer Döring Überall Öhler",
  },
  spanish: {
    encodings: ["windows-1252", "macintosh"],
    given: "José María Ángel Inés Íñigo Raúl Sofía Begoña Jesús Óscar Martín Iván",
    family: "García Núñez Muñoz Hernández Ibáñez Peña López Martínez Jiménez Cañizares Gómez Ordóñez",
  },
  portuguese: {
    encodings: ["windows-1252", "macintosh"],
    given: "João Conceição Antônia Luís Inês Simão Márcia Júlia Zé Estêvão Débora Mônica",
    family: "Magalhães Gonçalves Simões Araújo Falcão Guimarães Assunção Leitão Brandão Antunes Sequeira Bragança",
  },
  nordic: {
    encodings: ["windows-1252", "macintosh"],
    given: "Søren Åse Bjørn Jørgen Gunnhild Måns Hjördis Märta Örjan Kåre Øystein Håkon",
    family: "Ångström Sørensen Bjørnstad Håkansson Nygård Ødegård Lindström Sjöberg Østergaard Mæland Björkman Åkesson",
  },
  icelandic: {
    encodings: ["windows-1252"],
    given: "Þóra Guðrún Sigríður Ásgeir Ragnheiður Þorsteinn Hjördís Davíð Ýmir Eyþór Ægir Jóhanna",
    family:
      "Þórsdóttir Guðmundsson Sigurðardóttir Jónsson Ásgeirsdóttir Þorvaldsson Björnsdóttir Ólafsson Hlíðberg Ægisson",
  },
  polish: {
    encodings: ["windows-1250", "iso-8859-2"],
    given: "Łukasz Małgorzata Stanisław Bożena Zbyszko Świętosława Michał Grażyna Paweł Żaneta Józef Mirosława",
    family: "Wójcik Żółkiewski Dąbrowski Kręcina Śliwa Błaszczyk Gołębiowska Krasiński Źródlak Pawłowski Węgrzyn Łęcki",
  },
  czech: {
    encodings: ["windows-1250", "iso-8859-2"],
    given: "Jiří Tomáš Lucie Zdeněk Božena Řehoř Květa Ondřej Šárka Matěj Žofie Vojtěch",
    family: "Dvořák Němcová Černý Šťastný Kučera Novák Říha Pospíšil Křížová Hájek Růžička Ševčík",
  },
  hungarian: {
    encodings: ["windows-1250", "iso-8859-2"],
    given: "Győző Ágnes Zsófia Béla László Enikő Tünde Ödön Sándor Erzsébet Jenő Gergő",
    family: "Erdős Szőke Kovács Lőrincz Dömötör Fülöp Vörösmarty Szűcs Tóth Hegedűs Kőszegi Bíró",
  },
  romanian: {
    encodings: ["windows-1250"],
    given: "Ştefan Ioniţă Mădălina Cătălin Răzvan Anişoara Lenuţa Dănuţ Viorica Brânduşa",
    family: "Ţepeş Brâncuşi Enăchescu Mureşan Pârvu Vlăsceanu Bălan Niţă Urechiatu Câmpeanu",
  },
  turkish: {
    encodings: ["windows-1254"],
    given: "Ayşe Gülşen Işık Çağrı Özgür Tuğba İbrahim Şükrü Yıldız Oğuzhan Ümit Doğan",
    family: "Yılmaz Çelik Öztürk Şahin Güneş Kılıç Aydın Doğru İnönü Koç Erdoğan Kaplan",
  },
  lithuanian: {
    encodings: ["windows-1257"],
    given: "Žygimantas Rūta Jūratė Šarūnas Ąžuolas Eglė Česlovas Vytautė Ieva Gražina",
    family: "Kazlauskaitė Žukauskas Šimkūnas Petrauskienė Jonušaitė Čiurlionis Vaičiūnas Bružas",
  },
  russian: {
    encodings: ["windows-1251", "koi8-r", "ibm866", "iso-8859-5", "x-mac-cyrillic"],
    given: "Иван Ольга Сергей Наталья Дмитрий Екатерина Юрий Мария Владимир Светлана Павел Жанна",
    family: "Иванов Смирнова Кузнецов Попова Щербаков Яковлева Морозов Цветаева Фёдоров Новикова Чайка Зуев",
  },
  ukrainian: {
    encodings: ["windows-1251", "koi8-u"],
    given: "Олексій Оксана Євген Ірина Юлія Андрій Соломія Їжакевич Василь Ганна",
    family: "Шевченко Бойко Коваленко Ґалаґан Кравчук Лисенко Поліщук Білий Савченко Гнатюк",
  },
  bulgarian: {
    encodings: ["windows-1251"],
    given: "Георги Мария Димитър Йорданка Пламен Веселина Христо Бойка Красимир Ангел",
    family: "Иванов Димитрова Стоянов Петкова Ъглов Вълчев Жеков Златарска Кръстева Тодоров",
  },
  greek: {
    encodings: ["windows-1253", "iso-8859-7"],
    given: "Γιώργος Ελένη Δημήτρης Κατερίνα Νίκος Ιωάννα Στέλιος Φωτεινή Χρήστος Αγγελική",
    family: "Παπαδόπουλος Γεωργίου Οικονόμου Δημητρίου Νικολάου Ιωαννίδης Χατζής Βλάχου Ζαφειρίου Καραγιάννης",
  },
  hebrew: {
    encodings: ["windows-1255"],
    given: "דוד שרה יוסף רחל משה לאה אברהם מרים יעקב תמר",
    family: "כהן לוי מזרחי פרץ ביטון דהן אברהם פרידמן מלכה אזולאי",
  },
  arabic: {
    encodings: ["windows-1256", "iso-8859-6"],
    given: "محمد فاطمة أحمد عائشة علي خديجة يوسف مريم عمر زينب",
    family: "العلي الحسن المصري حداد خوري النجار الشامي منصور سليمان البغدادي",
  },
  thai: {
    encodings: ["windows-874"],
    given: "สมชาย สมหญิง วิชัย มาลี ประเสริฐ สุดา อนันต์ กัลยา ธนา พรทิพย์",
    family: "ใจดี รักไทย ศรีสุข แสงทอง บุญมา วงศ์สวัสดิ์ สุขใจ ทองคำ มั่นคง พงษ์ไพร",
  },
  japanese: {
    encodings: ["shift_jis", "euc-jp"],
    given: "太郎 花子 健一 美咲 翔太 陽子 大輔 さくら 直樹 恵子 ユミ 隆",
    family: "山田 佐藤 鈴木 高橋 田中 渡辺 伊藤 中村 小林 加藤 斎藤 松本",
  },
  chinese: {
    encodings: ["gb18030"],
    given: "伟 芳 秀英 小明 丽娟 建国 志强 静 雪梅 国华 晓东 玉兰",
    family: "王 李 张 刘 陈 杨 赵 黄 周 吴 徐 孙",
    isJoined: true,
  },
  taiwanese: {
    encodings: ["big5"],
    given: "志明 春嬌 淑芬 家豪 雅婷 俊傑 怡君 建宏 美惠 宗翰 佳穎 冠宇",
    family: "陳 林 黃 張 李 王 吳 劉 蔡 楊 許 鄭",
    isJoined: true,
  },
  korean: {
    encodings: ["euc-kr"],
    given: "민수 지영 서준 하은 영호 은주 성민 수진 현우 미경 정훈 예린",
    family: "김 이 박 최 정 강 조 윤 장 임 한 오",
    isJoined: true,
  },
};

/** Full name of a language by index, from all pairs of given and family names. */
export function personOf(language: string, index: number): string {
  const names = people[language];
  if (!names) throw new Error(`No names are known of ${language}.`);
  const [given, family] = [names.given.split(" "), names.family.split(" ")];
  const first = given[index % given.length] ?? "";
  const last = family[Math.floor(index / given.length + index * 7) % family.length] ?? "";
  return names.isJoined ? last + first : `${first} ${last}`;
}
