/** Words that describe a secret instead of containing it, in the languages whose keys are known. */
const WORDS = [
  'required|missing|expired|invalid|incorrect|wrong|denied|failed|failure|refused|rejected|revoked|unknown|error',
  'unauthorized|unauthenticated|forbidden|disabled|enabled|locked|blocked|empty|blank|unset|set|present|absent|null',
  'none|nil|undefined|true|false|nan|yes|no|on|off|ok|okay|success|successful|unavailable|unsupported|malformed',
  'mismatch|timeout|closed|open|opened|started|ended|created|deleted|updated|changed|reset|valid|unchanged|optional',
  'string|str|text|number|int|integer|boolean|bool|object|array|any|void|bytes|optional|password|passwords|token',
  'tokens|secret|secrets|session|cookie|user|username|email|basic|bearer|digest|negotiate|jwt|oauth|oauth2|saml|ldap',
  'anonymous|local|default|internal|external|strict|lax|must|cannot|could|should|was|is|has|not|does|did|the|a|an',
  'eof|check|verify|please|permission|access|connection|authentication|authorization|redacted|hidden|masked|removed',
  'sanitized|omitted|filtered|x{3,}|\\.{3}|…|same-origin|include|omit',
  'erforderlich|fehlt|falsch|ungültig|abgelaufen|pflichtfeld|leer|notwendig|benötigt|unbekannt|gesperrt|muss|darf',
  'requise?|obligatoire|manquante?|invalide|incorrecte?|expirée?|vide|erronée?|inconnue?|doit|champ',
  'requerid[oa]|obligatori[oa]|inválid[oa]|incorrect[oa]|caducad[oa]|expirad[oa]|vací[oa]|falta|debe',
  'obrigatóri[oa]|incorret[oa]|vazi[oa]|ausente|deve|obbligatori[oa]|richiest[oa]|errat[oa]|scadut[oa]|mancante',
  'sbagliat[oa]|wymagan[eya]|nieprawidłow[eya]|błędn[eya]|brak|wygasł[oa]?|puste|musi|zorunlu|gerekli|geçersiz',
  'yanlış|hatalı|eksik|boş|обязател(?:ен|ьно|ьное|ьный)|невер(?:ный|но|ен)|неправильн(?:ый|о)|недействител(?:ен|ьный)',
  "ист[её]к|отсутствует|пуст|требуется|просрочен|обов'язков(?:ий|е|о)|невірн(?:ий|о)|неправильний|потрібен",
  'verplicht|ongeldig|onjuist|ontbreekt|verlopen|vereist|krävs|obligatoriskt|ogiltigt|felaktigt|saknas|påkrævet',
  'påkrevd|ugyldig|forkert|feil|mangler|povinn[éý]|neplatn[éý]|chybí|nesprávné|špatné|chýba|pakollinen',
  'virheellinen|puuttuu|kötelező|érvénytelen|hibás|hiányzik|obligatoriu|lipsește|wajib|salah|diperlukan',
  'مطلوبة?|خاطئة|غير|قصيرة|υποχρεωτικό|λάθος|חובה|שגויה|נדרשת',
]
const STATUS = new RegExp(`^(?:${WORDS.join('|')})[.!]?$`, 'i')
/** Nobody types a password in these scripts. */
const WRITTEN_OUT =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー。、！，：・]{1,64}$/u
/** Words of a sentence, with short numbers among them. */
const SENTENCE =
  /^(?:[\p{L}'’-]{1,24}|\d{1,3})(?:[ ,.;:!?()]{1,3}(?:[\p{L}'’-]{1,24}|\d{1,3})){2,40}[.!?)]{0,2}$/u
const NAMES_ITSELF =
  /password|passwort|kennwort|mot de passe|contraseña|senha|hasło|şifre|parol|пароль|wachtwoord|heslo|lösenord|mật khẩu|كلمة/iu
/** Verbs and adjectives that a passphrase has no need of. */
const SAYS =
  /(?:^|\s)(?:must|is|are|should|cannot|required|invalid|incorrect|wrong|too|does|do|est|doit|requis|ist|muss|darf|zu|es|debe|deve|é|è|jest|musi|должен|обязателен|неверный|verplicht|moet|måste|phải)(?:[\s.!,]|$)/i
/** What a form calls its field, beside its name. */
const NAMES_FIELD =
  /\b(?:field|value|characters?|letters?|digits?|blank|empty|short|long|common|similar|match(?:es)?)\b/i
const COMPLAINS =
  /\b(?:can't|cannot|can not|may not|doesn't|does not|too|already|entirely|required|invalid|must|should|is|least)\b/i
const WORDS_OF_FORM = /^[\p{L}\d ,.;:'’()!-]{8,160}$/u
const MAX_SENTENCE_CHARS = 240

/** True for words that stand where a secret could: `required`, `expired`, `YES`, `string`, `必填`. */
export function isStatusWord(value: string): boolean {
  return STATUS.test(value) || WRITTEN_OUT.test(value)
}

/** `Das Passwort muss 12 Zeichen haben`: what a form says about its field. */
export function isSentenceAboutPassword(value: string): boolean {
  if (value.length > MAX_SENTENCE_CHARS) return false
  return WRITTEN_OUT.test(value) || (NAMES_ITSELF.test(value) && SAYS.test(value) && SENTENCE.test(value))
}

/** `This field is required.`, `can't be blank`, `Invalid token.`: what is wrong with the value of a field. */
export function isComplaint(text: string): boolean {
  if (text.length > MAX_SENTENCE_CHARS || !text.includes(' ')) return false
  const isOfForm = NAMES_FIELD.test(text) || NAMES_ITSELF.test(text) || /\btoken\b/i.test(text)
  return isOfForm && COMPLAINS.test(text) && WORDS_OF_FORM.test(text) && !/\d[a-z]|[a-z]\d|\d{4}/i.test(text)
}

/** The tag of an image, or the version of a package: `auth:2026.03.11-1f2e3d4c`. */
export const TAGGED_VERSION = /^[vV]?\d{1,9}(?:\.\d{1,9}){1,4}(?:[-+_][\w.+-]{1,64})?\.?$/
/** What a printed object says of itself: `CancellationToken: IsCancellationRequested = true`. */
export const FLAG_SET = /[A-Za-z]\w{1,60} ?= ?(?:true|false|null|none|nil)(?![\w-])/iy

/** What is wrong with a password, in a list as validators write it: `['This field is required.']`. */
const LIST_OF_TEXT = /^\[\s{0,8}["']\p{L}/u
const LIST_OF_SENTENCE = /^\[(?:\w{1,40}\(\w{1,20}=)?["'][A-Z][a-z]{1,20}(?: [A-Za-z\d]{1,20}){1,20}\.["']/
const VERB =
  / (?:must|is|are|should|cannot|can't|may|has|was|field|ist|muss|est|doit|es|debe|deve|è|jest|musi) /

/** `[IDENT, COMMA]`, as parsers name what they read, and `['the', 'cat']`, as models of languages do. */
const LIST_OF_SYMBOLS = /^\[(?:(?:["']?[A-Z][A-Z_]{1,30}["']?|["'][a-z]{1,14}["'])(?:, ?|(?=\]))){1,64}\]$/

/** What `tokens` are where a program reads a language. */
export function isListOfSymbols(list: string): boolean {
  return LIST_OF_SYMBOLS.test(list)
}

export function isListOfSentences(list: string): boolean {
  return (LIST_OF_TEXT.test(list) && VERB.test(list)) || LIST_OF_SENTENCE.test(list)
}
