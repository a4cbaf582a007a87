/** Part of grouping version 1: frozen once released; changes belong into a version of their own.
 * What the other side of a call said went wrong: one type of error, thrown in one place, often stands for all of it. */

/** Codes stand at the beginning of a text; what follows may be a whole page that the other side sent. */
const MAX_CHARS = 600

/** In capitals, as libraries write them behind the number; an order `404 not found` is none. */
const PHRASES: readonly (readonly [status: number, phrase: string])[] = [
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [402, 'Payment Required'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [405, 'Method Not Allowed'],
  [406, 'Not Acceptable'],
  [408, 'Request Timeout'],
  [409, 'Conflict'],
  [410, 'Gone'],
  [412, 'Precondition Failed'],
  [413, 'Payload Too Large'],
  [415, 'Unsupported Media Type'],
  [422, 'Unprocessable Entity'],
  [423, 'Locked'],
  [424, 'Failed Dependency'],
  [429, 'Too Many Requests'],
  [500, 'Internal Server Error'],
  [501, 'Not Implemented'],
  [502, 'Bad Gateway'],
  [503, 'Service Unavailable'],
  [504, 'Gateway Timeout'],
]
const STATUS_OF_PHRASE: ReadonlyMap<string, string> = new Map(
  PHRASES.map(([status, phrase]) => [phrase.toUpperCase(), String(status)]),
)
const PHRASE = [
  ...PHRASES.flatMap(([, phrase]) => [phrase, phrase.toUpperCase()]),
  '(?:Client|Server) Error',
].join('|')

const ENDS = '(?![\\w%]|[.,]\\d)'
/** A status of HTTP that is called one, or stands beside its phrase, so that no id or count is taken for one. */
const STATUS = new RegExp(
  [
    `(?<![Ee]xit )[Ss]tatus(?:[ _-]?[Cc]ode)?["']?(?: (?:of|was|is))?[:= (["']{1,3}([45]\\d\\d)${ENDS}`,
    `[Ss]tatus ?[Cc]ode[^\\d\\n]{1,40}([2-5]\\d\\d)${ENDS}`,
    `(?<!\\w)[Hh][Tt][Tt][Pp][sS]?(?:/\\d(?:\\.\\d)?)?(?: (?:[Ee]rror|[Ss]tatus|[Cc]ode|[Rr]esponse|[Ee]xception)){0,2}["']?[ :#(=_-]{1,3}((?!443)[3-5]\\d\\d)${ENDS}`,
    `(?<![\\w.#-])([45]\\d\\d)[ :("-]{1,3}(?:${PHRASE})(?!\\w)`,
    `^\\[?([45]\\d\\d)(?=\\]| ?:| \\{| "| [A-Z][a-z])`,
    `(?<!\\w)(?:returned|responded with|answered|replied with|failed with|rejected with|received|got|[Rr]esponse|[Ee]rror)(?: an?)?(?: code)?:? ([45]\\d\\d)(?=$|[:;,)'"\\n]| -|\\.(?:\\s|$)| (?:for|from|on|when|while|at|response|error)\\b)`,
  ].join('|'),
)
const MAY_NAME_STATUS = /[2-5]\d\d/
const MAX_PHRASE_CHARS = 30
/** One service that is down answers with any of these, as its proxies see it. */
const UNAVAILABLE: ReadonlySet<string> = new Set(['502', '503', '504', '520', '521', '522', '523', '524'])

/** The name of what a database refused to break: a constraint, its columns, or a column without a value. */
const CONSTRAINT =
  /constraint (?!failed: (?:UNIQUE|NOT NULL|CHECK|FOREIGN KEY|PRIMARY KEY) c)(?:["'`([]{1,2}([\w.$-]{1,80})["'`)\]]|(?:failed|violated)(?: on the (?:fields?|constraint))?:? ?[(`]{0,2}([\w.$]{1,80}(?:`?, ?`?[\w.$]{1,80}){0,8}))|for key ["'`]([\w.$-]{1,80})["'`]|(?<!\w)index: ([\w.$-]{1,80}) dup key|violation: "([\w.$]{1,80}) ON |\* "([\w.$-]{1,80})" \(\w{3,12}_constraint\)|(?:null value in|NULL not allowed for|NULL into) column ["'`]([\w.$]{1,80})["'`]|[Cc]olumn ["'`]([\w.$]{1,80})["'`] cannot be null/
const MAY_NAME_CONSTRAINT = /constraint|key|column|violation/

/** Codes of systems, databases, clouds and RPC, as they write them into texts. */
const CODE =
  /(?<!\w)(E(?:CONN(?:REFUSED|RESET|ABORTED)|(?:SOCKET)?TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH|HOSTDOWN|PIPE|NOENT|ACCES|PERM|ISDIR|NOTDIR|EXIST|NOTEMPTY|MFILE|NFILE|NOSPC|DQUOT|BUSY|ADDRINUSE|ADDRNOTAVAIL|ROFS|XDEV|NOMEM|NAMETOOLONG|INVAL|BADF|PROTO|SRCH|NOTCONN|CANCELED|LOOP|IO))(?!\w)|SQLSTATE[ =:([]{1,3}([0-9A-Z]{5})(?!\w)|(?<!\w)((?:ORA|TNS|PLS|NJS|DP[IY])-\d{3,5}|E11000)(?!\d)|SQLCODE[ =:]{1,3}(-\d{3,5})(?!\d)|(?:HRESULT|[Ee]rror|[Cc]ode|[Ss]tatus|[Rr]esult|[Ff]ailed)[ :=(]{1,3}(0[xX](?:80|[cC]0|88(?=[789]))[0-9A-Fa-f]{6})(?!\w)|(?<!\w)((?:[A-Z]{2,12}_){0,3}(?:ERR|ERROR|STATUS)_[A-Z]{2,30}(?:_[A-Z]{2,30}){0,5})(?!\w)|[Rr]eason(?: [Cc]ode)?:? ['"]?(\d{4})(?!\d)|\(((?!text|image|audio|video|font|application|multipart|message|model)[a-z]{2,20}\/[a-z]{2,20}(?:-[a-z]{2,20}){0,6})\)|\(([A-Z]{2,30}(?:[_-][A-Z]{2,30}){1,5})\)|(?<!\w)[Ee]rror (\d{4}) \(|^(?:\d{1,2} )?([A-Z]{2,30}(?:_[A-Z]{2,30}){1,5}|UNAVAILABLE|UNAUTHENTICATED|CANCELLED|ABORTED|INTERNAL|UNIMPLEMENTED|UNKNOWN): |error occurred \(([A-Za-z][A-Za-z.]{2,60})\)|StatusCode\.([A-Z_]{2,30})|code = ([A-Za-z]{2,30}) desc|^PlatformException\(([A-Za-z][\w.-]{1,60}),/

/** As Python's drivers write what MySQL or ODBC answered; elsewhere it is a value, such as the key that a `KeyError` names. */
const DRIVER_CODE = /^\((?:(\d{4})|["']([\dA-Z]{5})["']), ?["']/

/** How a connection fails, in the words of systems and runtimes. */
const WORDS =
  /(connection (?:was )?refused|actively refused)|((?<!\w)time(?:d[ -]?|-)?out(?!\w|: http)|deadline exceeded)|(name or service not known|nodename nor servname|no address associated with hostname|no such host|name resolution|(?:could not|failed to) resolve|name not resolved|getaddrinfo failed)|(connection (?:was |is )?(?:unexpectedly )?(?:reset|aborted|closed|lost|terminated)|socket hang up|broken pipe|other side closed|disconnected without|gone away)|((?<!\w)certificate(?!\w))/i
const KINDS = ['refused', 'timeout', 'unknown host', 'closed', 'certificate']
/** Which of its codes or words a broken connection gets depends on when it broke. */
const KIND_OF_CODE: ReadonlyMap<string | undefined, string> = new Map([
  ['ECONNREFUSED', 'refused'],
  ['ETIMEDOUT', 'timeout'],
  ['ESOCKETTIMEDOUT', 'timeout'],
  ['ENOTFOUND', 'unknown host'],
  ['EAI_AGAIN', 'unknown host'],
  ['ECONNRESET', 'closed'],
  ['ECONNABORTED', 'closed'],
  ['EPIPE', 'closed'],
])

/** What the C library says for the commonest errors of a system, which runtimes repeat with their code, its number or neither. */
const SYSTEM_WORDS =
  /([Nn]o such file or directory)|([Pp]ermission denied)|([Nn]o space left on device)|([Tt]oo many open files)|([Rr]ead-only file system)|([Dd]isk quota exceeded)|([Cc]annot allocate memory)|([Ii]nput\/output error)|([Ii]s a directory)|([Nn]ot a directory)|([Ff]ile exists)|([Dd]irectory not empty)|([Oo]peration not permitted)|([Aa]ddress already in use)|([Nn]o route to host)|([Nn]etwork is unreachable)|([Dd]evice or resource busy)|([Ff]ile name too long)/
const SYSTEM_CODES = [
  'ENOENT',
  'EACCES',
  'ENOSPC',
  'EMFILE',
  'EROFS',
  'EDQUOT',
  'ENOMEM',
  'EIO',
  'EISDIR',
  'ENOTDIR',
  'EEXIST',
  'ENOTEMPTY',
  'EPERM',
  'EADDRINUSE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EBUSY',
  'ENAMETOOLONG',
]

/** A code of few: a status, the name of a constraint, an error code, or how a connection failed; never a value. Linear in
 * the first 600 characters. */
export function failureCode(text: string, isDatabase: boolean): string | undefined {
  const head = text.length > MAX_CHARS ? text.slice(0, MAX_CHARS) : text
  const constraint = MAY_NAME_CONSTRAINT.test(head) ? firstGroup(CONSTRAINT, head) : undefined
  const answer = isDatabase ? firstGroup(DRIVER_CODE, head) : undefined
  const code = constraint ?? statusCode(head) ?? answer ?? firstGroup(CODE, head)
  return (
    KIND_OF_CODE.get(code) ?? code ?? named(WORDS, KINDS, head) ?? named(SYSTEM_WORDS, SYSTEM_CODES, head)
  )
}

/** The status of HTTP that a text names, as every number in it is a placeholder otherwise. */
export function statusCode(text: string): string | undefined {
  const head = text.length > MAX_CHARS ? text.slice(0, MAX_CHARS) : text
  const status = MAY_NAME_STATUS.test(head) ? firstGroup(STATUS, head) : statusOfPhrase(head)
  return status !== undefined && UNAVAILABLE.has(status) ? '502-504' : status
}

function statusOfPhrase(text: string): string | undefined {
  return text.length > MAX_PHRASE_CHARS ? undefined : STATUS_OF_PHRASE.get(text.trim().toUpperCase())
}

function firstGroup(pattern: RegExp, text: string): string | undefined {
  return pattern
    .exec(text)
    ?.slice(1)
    .find((group) => group !== undefined)
}

/** The name of the group that matched. */
function named(pattern: RegExp, names: readonly string[], text: string): string | undefined {
  const found = pattern.exec(text)
  return found === null ? undefined : names.find((_, at) => found[at + 1] !== undefined)
}
