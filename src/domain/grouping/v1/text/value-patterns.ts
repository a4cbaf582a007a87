/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)'
const IPV4 = `${OCTET}(?:\\.${OCTET}){3}`
const GROUP = '[0-9A-Fa-f]{1,4}'
const MONTH =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)'
const WEEKDAY =
  '(?:Mon(?:day)?|Tue(?:s(?:day)?)?|Wed(?:nesday)?|Thu(?:r(?:s(?:day)?)?)?|Fri(?:day)?|Sat(?:urday)?|Sun(?:day)?)'
/** How months begin in Dutch, French, German, Italian, Portuguese, Russian and Spanish; the year must be there. */
const MONTH_ABROAD =
  '(?:[Jj]an|[Ee]ne|[Gg]en|[Ff][eé][bv]|[Mm]aa?r|[Mm]är|[Aa][bpv]r|[Mm]a[igjy]|[Mm]ei|[Jj]u[in]|[Gg]iu|[Jj]ul|[Ll]ug|[Aa][ou][uûg]|[Aa]go|[Ss]e[pt]|[Oo][ck]?t|[Oo]ut|[Nn]ov|[Dd][eé][cz]|[Dd]i[cz]|янв|фев|мар|апр|ма[йя]|ию[нл]|авг|сен|окт|ноя|дек)[a-zà-ÿа-я]{0,8}'
const DAY = '(?:0[1-9]|[12]\\d|3[01])'
const TIME = '(?:[01]?\\d|2[0-3]):[0-5]\\d'
const SECONDS = ':[0-5]\\d(?:[.,]\\d{1,9})?'
/** Newer versions of ICU put a narrow space before it, which does not break. */
const HALF = '[ \\u00a0\\u202f]?(?:[AaPp][Mm]|[ap]\\.m\\.)'
const PLACE =
  '(?:Africa|America|Asia|Atlantic|Australia|Europe|Indian|Pacific)/[A-Z][A-Za-z_]{1,30}(?:/[A-Z][A-Za-z_]{1,30})?'
const ZONE = `(?: ?(?:${PLACE}|Z|UTC|(?:GMT)?[+-]\\d{2}:?\\d{2}(?: \\([A-Z][^()\\n]{1,60}\\))?|GMT|[ECMP][SD]T|CES?T)(?:\\[${PLACE}\\])?)`
const MIXED = '(?=[a-f]{0,127}\\d|[A-F]{0,127}\\d)(?=\\d{0,127}[A-Fa-f])'
/** A word of 20 to 64 letters and digits, with capitals and small letters. */
const BOTH_CASES = '(?=[A-Za-z0-9]{20,64}(?!\\w))(?=[0-9A-Z]{0,63}[a-z])(?=[0-9a-z]{0,63}[A-Z])'
/** Of a span or size: with the separators of any country. */
const AMOUNT = '\\d{1,12}(?:,\\d{3}){0,4}(?:[.,]\\d{1,12})?'
const TOP_LEVEL =
  'com|net|org|edu|gov|mil|info|biz|io|co|dev|cloud|ai|uk|de|fr|nl|ch|se|jp|cn|kr|ru|br|au|ca|eu|xyz|example|internal|local|lan|(?:com|co|org|net|edu|gov|ac)\\.[a-z]{2}'
const POD = '[bcdfghjklmnpqrstvwxz2456789]'
const NUMBERED =
  'node|host|web|worker|server|db|shard|instance|vm|thread|replica|broker|queue|cache|user|job|task|item|row|page|slot|disk|zone|cluster|partition|core|cpu|gpu'
const UNIT =
  '[kMG]?Hz|m[VAW]|[km]?Ah|k[VW]h?|[hkM]?Pa|dBm?|rpm|fps|px|psi|[kMG]bps|[cmkn]m|[km]g|km/h|mph|ppm|bpm'
const CURRENCY = 'USD|EUR|GBP|JPY|CHF|CAD|AUD|CNY|INR|BRL|PLN|SEK|NOK|DKK'
/** Files that are written in turn; numbers in names of code tell one from another. */
const DATA_FILE = 'png|jpe?g|gif|webp|pdf|csv|xlsx?|docx?|txt|zip|gz|mp[34]|mov|log|tmp|bak'
/** Things of a business, in front of the number that they have. */
const THINGS =
  'order|invoice|ticket|customer|account|contract|product|item|article|parcel|shipment|booking|reservation|flight|lot|batch|case|claim|voucher|coupon|quote|receipt|payment|delivery|document|asset|tenant|member|employee|patient|vehicle|incident|bestellung|rechnung|auftrag|kunde|commande|facture|pedido|factura'
/** Errors and weaknesses as Oracle's products, WebLogic and CVE number them. */
const NUMBERED_ERROR = '(?:ORA|PLS|TNS|SP2|RMAN|DRG|OGG|NJS|DP[IY]|BEA)-\\d{3,6}|CVE-\\d{4}-\\d{4,7}'
/** Keys of log lines whose value tells occurrences apart. */
const VARYING_KEY =
  '\\w{0,20}user(?:name)?|login|account|customer|tenant|order|invoice|ticket|ref|phone|\\w{0,20}host(?:name)?|path|file|filename|(?:\\w{1,20}_)?(?:id|ip|addr|address)|uid|uuid|key|email|session|sid|url|uri'
const NOT_IN_WORD = '(?<![\\w.>])'
const WORD_ENDS = '(?![\\w<])'

/** The kinds of values that tell occurrences of one message apart, in the order tried at each position. Linear in the text: quantifiers are bounded, and all but the
 * anchored patterns start at the edge of a word. */
export const PATTERNS: readonly (readonly [name: string, pattern: string])[] = [
  ['value', `(?<=(?<!\\w)(?:${VARYING_KEY})=|[?&][\\w.-]{1,40}=)[^\\s,;&|(){}<>\\[\\]"']{1,200}`],
  // As PostgreSQL and SQL Server name a row, `Key (name)=(Ann)`, and as Laravel prints a statement: `values (Ann, 7)`.
  ['value', '(?<=\\)=\\(|(?:values|VALUES|key value is) ?\\()[^()\\n]{1,200}(?=\\))'],
  // Codes of errors on Windows, as COM and the kernel number them: systems say what they mean in the language of the user.
  ['kept', '(?<![\\w>])0[xX](?:80|[cC]0|88(?=[789]))[0-9A-Fa-f]{6}(?!\\w)'],
  // What a text calls an error's code, and codes that say so by their form; those of pylint are hexadecimal by chance.
  [
    'kept',
    `(?=[-\\dA-Z])(?:(?<=Domain=[\\w.-]{1,100} Code=|\\[WinError |\\([A-Za-z][\\w.]{2,80} error |SQLCODE[ =:]{1,3})-?\\d{1,9}(?!\\w)|(?<=SQLSTATE[ =:([]{1,3})[\\dA-Z]{5}(?!\\w)|(?<=(?<!\\w)(?:[Ee]rror(?: [Cc]ode)?[ ([#]{1,2}|[Ee]rror [Cc]ode[:=] ?))(?:[A-Z]{1,10}-?\\d{1,6}(?![\\w-])|\\d{4,5}(?=[:)\\]]))|(?<![\\w>-])(?:${NUMBERED_ERROR}|[A-F]\\d{3,4}(?=\\]?:))(?![\\w-]))`,
  ],
  // Encodings and algorithms, which have a number in their name.
  ['kept', '(?<![\\w>-])(?:UTF|UCS|SHA|AES|RSA|ISO)-\\d{1,4}(?:-\\d{1,2})?(?![\\w<-])'],
  // If a text is nothing but a code, or a name and its code: `cURL error 28`, `ApiException: 12501`.
  [
    'kept',
    '^(?:(?:[Ee]rror )?[Cc]ode:?|(?:[A-Za-z]{1,40}\\d{0,4} ){0,2}(?:\\w{1,40} [Ee]rror|\\w{1,40}(?:Error|Exception|Status):?|(?:exception|reason|response|result|return) code|rc=)) ?-?(?!50[234]$)\\d{1,9}$',
  ],
  // How many arguments a function of Elixir or Erlang takes is part of its name.
  [
    'kept',
    `(?<=[a-z_?!]/)\\d{1,2}(?![\\w/.])(?<=(?<![\\w./@-])(?:[A-Z][A-Za-z.]{0,80}\\.|[a-z_]{1,60}:)[a-z_]{1,60}[?!]?/\\d{1,2})(?<!\\.(?:${TOP_LEVEL})/\\d{1,2})`,
  ],
  // How systems and C libraries say that a name has no address.
  [
    'unknown host',
    '(?:[Nn]ame or service not known|[Nn]odename nor servname provided, or not known|No address associated with hostname|Temporary failure in name resolution|No such host is known)(?!\\w)',
  ],
  // Libraries replace their texts with a number: it is all that tells one error from another.
  ['kept', '(?<=Minified \\w{2,20} error #)\\d{1,5}(?!\\w)'],
  [
    'email',
    '(?<![\\w.+%>-])[\\w.+%-]{1,64}@(?:(?:[A-Za-z0-9-]{1,63}\\.){1,8}[A-Za-z]{2,24}|localhost)(?![\\w<-])',
  ],
  // What a letter is called by.
  ['email', '(?<=<)[^\\s<>@]{1,128}@[\\w.-]{1,128}(?=>)'],
  [
    'user agent',
    'Mozilla/\\d\\.\\d(?: (?:\\([^()\\n]{1,200}\\)|[A-Za-z][\\w.-]{1,30}/[\\w.+-]{1,40})){1,20}',
  ],
  // What was scrubbed out of an address is still part of it.
  [
    'url',
    '(?<![\\w+.>-])[A-Za-z][A-Za-z0-9+.-]{1,19}://(?:[^\\s"\'`<>()\\[\\]{}\\\\,;|]|\\[(?:Filtered)?\\])+',
  ],
  [
    'arn',
    '(?<![\\w>-])arn:aws[a-z-]{0,10}:[a-z\\d-]{1,32}:[a-z\\d-]{0,32}:\\d{0,12}:[^\\s"\'`<>(){},;|]{1,256}',
  ],
  ['hostname', `(?<![\\w.>/-])(?:[A-Za-z0-9-]{1,63}\\.){1,8}(?:${TOP_LEVEL})(?![\\w<(-]|\\.[\\w<])`],
  // A name alone is one only where it is connected to.
  ['hostname', '(?<![\\w.>/-])localhost(?=:\\d{2,5}(?!\\w))'],
  [
    'hostname',
    '(?<=(?<!\\w)(?:connect(?:ing|ed|ion)? (?:to|with) |connect \\(|(?:host|server|broker|peer)(?: at| on)? )[`"\']?)[A-Za-z][\\w-]{0,62}(?:\\.[\\w-]{1,62}){0,8}(?=:\\d{2,5}(?!\\w))',
  ],
  // As Go asks for the address of a host, which may be called by its name alone.
  [
    'hostname',
    '(?<=(?<!\\w)lookup )[A-Za-z0-9_-]{1,63}(?:\\.[A-Za-z0-9_-]{1,63}){0,8}(?= on [\\d[]|: (?:no such host|server misbehaving|i/o timeout))',
  ],
  // Of Erlang.
  ['number', '(?<=#Ref(?:erence)?<)\\d{1,10}(?:\\.\\d{1,10}){2,4}(?=>)'],
  // Behind the name of a program is its version: `Chrome/120.0.0.0`.
  ['ip', `(?<![\\w.>]|[A-Z][A-Za-z]{2,20}/)${IPV4}(?![\\w<]|\\.[\\w<])`],
  [
    'ip',
    `(?<![\\w:.>])(?=[A-Fa-f:.]{0,40}\\d)(?:(?:${GROUP}:){7}${GROUP}|(?:${GROUP}(?::${GROUP}){0,6})?::(?:(?:${GROUP}:){0,5}${IPV4}|${GROUP}(?::${GROUP}){0,6})?)(?:%[A-Za-z]\\w{0,14})?(?![\\w:<])`,
  ],
  ['uuid', `(?<![\\w>])[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}${WORD_ENDS}`],
  ['sha1', `(?<![\\w>])[0-9A-Fa-f]{40}${WORD_ENDS}`],
  // Bytes, as Node prints a buffer, and in pairs.
  ['number', '(?<=<Buffer )[0-9a-f]{2}(?: [0-9a-f]{2}){0,63}(?: \\.\\.\\. \\d{1,12} more bytes)?(?=>)'],
  ['number', `(?<![\\w>])(?=[\\d ]{0,190}[A-Fa-f])[\\dA-Fa-f]{2}(?: [\\dA-Fa-f]{2}){3,63}${WORD_ENDS}`],
  ['md5', `(?<![\\w>])[0-9A-Fa-f]{32}${WORD_ENDS}`],
  [
    'date',
    `${NOT_IN_WORD}\\d{4}-(?:0[1-9]|1[0-2])-${DAY}(?:[T ]${TIME}(?:${SECONDS})?${ZONE}?)?${WORD_ENDS}`,
  ],
  // How Python writes a span of time.
  ['duration', `${NOT_IN_WORD}-?\\d{1,9} days?, \\d{1,2}:[0-5]\\d${SECONDS}${WORD_ENDS}`],
  ['date', `${NOT_IN_WORD}\\d{4}-W\\d{2}(?:-[1-7])?${WORD_ENDS}`],
  ['date', `${NOT_IN_WORD}\\d{4}/(?:0[1-9]|1[0-2])/${DAY}(?: ${TIME}(?:${SECONDS})?)?${WORD_ENDS}`],
  [
    'date',
    `${NOT_IN_WORD}\\d{1,2}[/.]\\d{1,2}[/.](?:19|20)\\d{2}(?:,? ${TIME}(?:${SECONDS})?(?:${HALF})?)?${WORD_ENDS}`,
  ],
  // As web servers write it into their logs, and programs of Go.
  ['date', `${NOT_IN_WORD}\\d{1,2}/${MONTH}/\\d{4}:${TIME}${SECONDS}(?: [+-]\\d{4})?${WORD_ENDS}`],
  ['date', `${NOT_IN_WORD}[IWEF](?:0[1-9]|1[0-2])${DAY} ${TIME}${SECONDS}${WORD_ENDS}`],
  [
    'date',
    `${NOT_IN_WORD}(?:(?:19|20)\\d{2}-Q[1-4]|Q[1-4][ /-]?(?:19|20)\\d{2}|FY ?(?:19|20)\\d{2})${WORD_ENDS}`,
  ],
  ['date', `${NOT_IN_WORD}(?:19|20)\\d{6}T\\d{6}(?:\\.\\d{1,9})?Z?${WORD_ENDS}`],
  [
    'date',
    `${NOT_IN_WORD}(?:${WEEKDAY},? )?(?:${MONTH}(?: {1,2}\\d{1,2}(?:st|nd|rd|th)?|,?[ -](?:19|20)\\d{2})|\\d{1,2}(?:st|nd|rd|th)?[ -](?:of )?${MONTH})(?:,?[ -]\\d{4})?(?: ${TIME}(?:${SECONDS})?)?${ZONE}?(?: (?:19|20)\\d{2})?${WORD_ENDS}`,
  ],
  [
    'date',
    `${NOT_IN_WORD}\\d{1,2}\\.?[ -](?:de )?${MONTH_ABROAD}\\.?[ -](?:de )?(?:19|20)\\d{2}${WORD_ENDS}`,
  ],
  ['date', '(?<![\\w.>])datetime\\.(?:datetime|date|time)\\([^()\\n]{0,120}\\)'],
  ['date', `(?<![\\w.:>])${TIME}(?:${SECONDS}(?:${HALF})?|${HALF})${ZONE}?(?![\\w:<])`],
  [
    'duration',
    `${NOT_IN_WORD}(?:${AMOUNT}(?:ns|us|µs|ms|sec|secs|seconds|min|mins|minutes|hours|s|m|h|d)){1,4}${WORD_ENDS}`,
  ],
  [
    'duration',
    `${NOT_IN_WORD}${AMOUNT} (?:ns|us|µs|ms|s|h|(?:nano|micro|milli)?sec(?:ond)?s?|min(?:ute)?s?|hours?|days?|weeks?|months?|years?)${WORD_ENDS}`,
  ],
  [
    'duration',
    `${NOT_IN_WORD}P(?=\\d|T\\d)(?:\\d{1,6}[YMWD]){0,4}(?:T(?:\\d{1,6}(?:\\.\\d{1,9})?[HMS]){1,3})?${WORD_ENDS}`,
  ],
  [
    'size',
    `${NOT_IN_WORD}(?:\\d{13,15}|${AMOUNT})(?: ?(?:(?:[KMGTPEk]i?)?B|[KMGTPE]i|[kmgtp]?b)| bytes?|[kKMGT])${WORD_ENDS}`,
  ],
  // What a sensor measured. A single letter is a unit behind a decimal point: `5V` and `12A` may be names.
  ['number', `${NOT_IN_WORD}-?\\d{1,9}(?:[.,]\\d{1,9}[VAW]|(?:[.,]\\d{1,9})?(?:${UNIT}))${WORD_ENDS}`],
  ['mac', `(?<![\\w:>-])[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5,31}(?![\\w:<-])`],
  // Pods, nodes of GKE, and revisions of Cloud Run.
  [
    'id',
    `(?<=[a-z0-9]-)(?:(?=[a-z]{0,10}\\d)${POD}{8,10}-${POD}{5}|\\d{8}-${POD}{5}|[\\da-f]{8}-[a-z\\d]{4}|\\d{5}-[a-z]{3})(?![A-Za-z\\d<-])`,
  ],
  [
    'path',
    `(?<![\\w/.~>-])(?:~|(?:[A-Za-z]:)?/(?:tmp|private/(?:tmp|var)|var/(?:folders|tmp|lib|spool|cache|backups)|home|Users|root|mnt)|[A-Za-z]:\\\\(?:Users(?:\\\\[^\\\\/:*?"<>|\\n]{1,64}(?=\\\\))?|Windows\\\\Temp|Temp))(?:[/\\\\][\\w.@%+~-]{1,255}(?:(?: [\\w.@%+~-]{1,60}){1,3}(?=[/\\\\]))?){1,32}`,
  ],
  [
    'number',
    `(?<![\\w>])(?:0[xX][0-9A-Fa-f]{1,128}(?: 0[xX][0-9A-Fa-f]{2}){0,63}|\\d{8,128}(?!\\.\\d)|${MIXED}(?:[0-9a-f]{8,128}|[0-9A-F]{8,128}|[0-9a-f]{4,7}|[0-9A-F]{4,6}))${WORD_ENDS}`,
  ],
  // Numbers of orders, parts and parcels; before a colon, a code of the program.
  [
    'number',
    `(?=[A-Z]{1,6}[-\\d])(?=[A-Z\\d-]{0,30}\\d{2})(?:(?<=(?<![\\w-])(?:${THINGS.replace(/(?<=^|\|)[a-z]/g, (first) => `[${first.toUpperCase()}${first}]`)}) (?:(?:[Nn]o\\.?|[Nn]r\\.?|[Nn]umber) )?)[A-Z]{1,6}(?:-?[A-Z\\d]{1,10}){1,6}|(?<![\\w.>-])(?!E-|ERR)(?:[A-Z]{1,6}\\d{8,34}|[A-Z]\\d{0,4}-\\d{2,12}|[A-Z]{1,6}(?:-[A-Z]{1,6}){1,4}-\\d{3,12}|[A-Z]{1,6}-\\d{4,12}-[A-Z]{1,4}))(?![\\w<-]|\\]?:)`,
  ],
  ['number', `${NOT_IN_WORD}\\d{1,6}(?:[x×]\\d{1,6}){1,2}${WORD_ENDS}`],
  // Of 21 characters, as `nanoid` makes them, or as many as a UUID, 192 bits, SHA-256 or a document of Google have in base 64.
  [
    'number',
    '(?:(?<![\\w>-])|(?<=\\.gen-))(?=(?:[^\\d\\s]{0,20}\\d){2})(?=[^a-z\\s]{0,20}[a-z])(?=[^A-Z\\s]{0,20}[A-Z])(?:[\\w-]{43,44}|[\\w-]{32,33}|[\\w-]{21,22})(?![\\w<-])',
  ],
  // Behind the name of a bundle, and in small letters only.
  ['number', '(?<=\\w-)(?=[\\w-]{0,7}\\d)(?=[\\d_-]{0,7}[A-Za-z])[\\w-]{8}(?=\\.(?:[cm]?js|css)(?![\\w<]))'],
  ['number', `(?<![\\w>-])(?=[a-z\\d]{20})(?=(?:[a-z]{0,12}\\d){3})[a-z\\d]{20,64}${WORD_ENDS}`],
  // A name does not begin with a digit.
  ['number', `(?<![\\w>-])(?=\\d)${BOTH_CASES}[A-Za-z\\d]{20,64}${WORD_ENDS}`],
  // Base 64 that says so by its end or its signs.
  [
    'number',
    `(?<![\\w>/=])(?=[a-z0-9+/]{0,200}[A-Z])(?=[A-Z0-9+/]{0,200}[a-z])(?=[A-Za-z]{0,200}[\\d+/])(?:(?:[A-Za-z0-9+/]{4}){1,64}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)(?![\\w=<])|(?=[A-Za-z0-9/]{0,200}\\+)(?=[A-Za-z+/]{0,200}\\d)[A-Za-z0-9+/]{24,256}(?![\\w+/<]))`,
  ],
  ['number', `(?<![\\w>])[0-7][0-9A-HJKMNP-TV-Z]{25}${WORD_ENDS}`],
  [
    'number',
    `(?<![\\w>])(?=[A-Z\\d]{6,60}(?!\\w)|[A-Za-z\\d]{8,60}(?!\\w))[A-Za-z]{0,8}(?:\\d{1,8}[A-Za-z]{1,8}){1,4}\\d{1,8}[A-Za-z\\d]{0,16}${WORD_ENDS}`,
  ],
  ['number', `(?<![\\w>])${BOTH_CASES}\\d{0,9}(?:[A-Za-z]{1,19}\\d{1,9}){3,20}[A-Za-z]{0,19}${WORD_ENDS}`],
  ['id', `(?<![\\w.>-])(?:${NUMBERED})\\d{1,6}${WORD_ENDS}`],
  [
    'id',
    `(?<![\\w.>-])_?(?:[A-Za-z]{2,16}_){1,3}(?:-\\d{1,20}${WORD_ENDS}|(?=[A-Za-z]{0,64}\\d)[A-Za-z0-9]{1,64}${WORD_ENDS}|(?:\\d{1,20}|(?=[a-f]{0,31}\\d)[0-9a-f]{8,32})(?:_[A-Za-z\\d]{1,20}){1,5}(?![\\w<]))`,
  ],
  ['id', `(?<![\\w.>-])[A-Za-z]{1,24}\\d{1,12}(?=\\.(?:${DATA_FILE})(?![\\w<]))`],
  [
    'number',
    '(?<![\\w>)\\]])\\+\\d{1,3}(?:(?:[ .-]\\d{2,8}){2,5}| ?\\(\\d{1,5}\\)(?:[ .-]?\\d{2,8}){1,4})(?![\\w<])',
  ],
  [
    'number',
    `${NOT_IN_WORD}(?:[vV]\\d{1,6}\\.\\d{1,6}|\\d{1,6}(?:\\.\\d{1,6}){2})(?:\\.\\d{1,6}){0,3}(?:[-+][A-Za-z][A-Za-z0-9.-]{0,40}|-\\d{1,6}-g[0-9a-f]{7,40})?(?:\\+[A-Za-z0-9.-]{1,40})?${WORD_ENDS}`,
  ],
  ['number', `[$€£¥₹] ?\\d{1,12}(?:[.,]\\d{1,6})?(?:[kKMB]|[bm]n)(?!\\w)`],
  ['number', `(?<![\\w>])(?:${CURRENCY}) ?\\d{1,15}(?:[.,_'’]\\d{1,12}){0,6}${WORD_ENDS}`],
  [
    'number',
    `(?:(?<![\\w>)\\]])[+-])?(?:[$€£¥₹] ?)?(?<![\\w>])(?:\\d{1,3}(?:[,_'’\\u00a0\\u202f]\\d{3}){1,6}|\\d{1,64}(?:_\\d{1,64}){0,6})(?:\\.\\d{1,64})?(?:[eE][+-]?\\d{1,5}|st|nd|rd|th|[xn])?${WORD_ENDS}(?: ?%(?![\\w%])| ?(?:${CURRENCY})(?!\\w)| ?[€£¥₹])?`,
  ],
  [
    'quoted_str',
    `(?<!>)(?:[bBuU]?'[^'\\n]{0,500}'|[bBuU]?"[^"\\n]{0,500}"|‘[^’\\n]{0,500}’|‹[^›\\n]{0,500}›|『[^』\\n]{0,500}』|“[^”\\n]{0,500}”|„[^“”\\n]{0,500}[“”]|«[^»\\n]{0,500}»|「[^」\\n]{0,500}」)${WORD_ENDS}`,
  ],
  ['bool', `(?<==|=> |["']: ?|\\w:|[{,] ?\\w{1,40}: )(?:[Tt]rue|[Ff]alse)${WORD_ENDS}`],
]
