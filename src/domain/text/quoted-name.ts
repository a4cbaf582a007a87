/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

/** Words before the quoted name of something in the code or schema, as `has no attribute 'x'`. */
const NAMED_BEFORE =
  /(?:^|\W)(?:attributes?|properties|property|methods?|functions?|fields?|columns?|tables?|relation|modules?|class|types?|objects?|variables?|arg(?:ument)?s?|parameters?|keywords?|constants?|commands?|packages?|import|symbol|constructor|reading|setting|named|name|operator|prototype|schema|index|constraint|enum|option|extension|key|directive|procedure|placeholder|header|tag|setting|config(?:uration)? value|can't resolve|CodingKeys\(stringValue|selector|component|trait|assembly|getter|setter|instance of|error code|assert(?:ion)?|evaluating|global|local|upvalue)[ :]{1,2}$/i
/** Words after one, as `'x' is not a function`. */
const NAMED_BEHIND =
  /^(?:\[| (?:object\b|is (?:not (?:defined|a (?!(?:valid|number|date|member)\b))|undefined|null|required|deprecated|a required\b)|of (?:undefined|null|type|object)\b|has no |property\b|attribute\b|column\b|field\b|method\b|parameter\b|argument\b|header\b|must be |may not be |should be |does not exist in |was unexpected\b)|: (?:executable file|is not true)\b| is not recognized\b)/
/** Before the name of a part of the program, if it is one word: `Template 'cart.html'`. */
const PART_BEFORE =
  /(?:^|\W)(?:templates?|views?|partial|layout|routes?|queue|topic|exchange|action|handler|middleware|plugin|driver|helper|filter|macro|hook|locale|permission|feature|flag|guard|adapter|shader|strategy|operation|algorithm|provider|backend|engine)[ :]{1,2}$/i
const PART = /^[A-Za-z][A-Za-z_.:/-]{1,60}$/
const ASSEMBLY = /^[\w.-]{1,100}, Version=/
/** A path within a document, as Mongoose names it; one of a file system has slashes. */
const AT_PATH = /(?:^|\W)at path $/
const PLACE = /^[A-Za-z_$][\w$.-]{0,80}$/
/** With what it returns in front, as .NET says it. */
const CALL = /^(?:[A-Za-z][\w.`]{0,60} )?[A-Za-z_$][\w$.<>:]{0,120}\([^()]{0,120}\)$/
const CODE_FILE = /^[\w.+-]{1,80}\.(?:so(?:\.\d{1,6}){0,3}|dll|dylib|exe|jar|node|wasm)$/
/** What ran, and how it ended: `'GPU' process exited with 'crashed'`. */
const RAN_BEHIND = /^ (?:process|thread|worker|service|plugin|middleware)\b/
const ENDED_BEFORE = /(?:^|\W)(?:exited|ended|terminated|failed) with $/i
/** Before the value of a key with few of them: `"code":"card_declined"`. */
const KIND_BEFORE = /(?:^|\W)(?:error|code|type|kind|reason|status|error_?code)["']? ?: ?$/i
const KIND = /^[A-Za-z][A-Za-z_.-]{1,60}$/
/** Before a value of an object that was printed: `{ name: "Ann" }`. */
const MEMBER_BEFORE = /[{,] ?\w{1,20}: ?$/
/** Before what a log line says: `msg="sync failed"`, `{"event": "sync failed"}`. */
const SAID_BEFORE = /(?:^|\W)(?:msg|message|event|error|err|reason)(?:=|["'] ?: ?)$/
const SAID = /^[A-Za-z][A-Za-z ,.:_-]{1,120}$/
const WORDS = /^[A-Za-z]{2,40}(?:[ ,]{1,2}[A-Za-z']{1,40}){2,30}[.!?]?$/
/** A number, an address, a UUID or hash, an ID with a prefix: a value, whatever it is called beside it. */
const VALUE =
  /^(?:\d{1,20}|(?:\d{1,3}\.){3}\d{1,3}|(?=[A-Fa-f-]{0,63}\d)[\dA-Fa-f-]{8,64}|(?:[a-z]{2,8}_){1,2}(?=[A-Za-z]{0,39}\d)(?=[a-z\d]{0,39}[A-Z])(?=[A-Z\d]{0,39}[a-z])[A-Za-z\d]{8,40})$/
const CODE_BEFORE = /(?:^|\W)error code[ :]{1,2}$/i
const LOOKED_AT = 24

/** Before what an error of Apple's systems says in the language of the device. */
const TRANSLATED_BEFORE = / Code=-?\w{1,10} $/

/** Says which error it is, not which occurrence: a name in the code, a JSON key, or prose of three or more
 * words. `start` and `end` include the quotes. */
export function isQuotedName(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - LOOKED_AT), start)
  const behind = text.slice(end, end + LOOKED_AT)
  if (/[{,] ?$/.test(before) && /^ ?:/.test(behind)) return true
  const inside = text.slice(start + 1, end - 1)
  if (VALUE.test(inside)) return CODE_BEFORE.test(before)
  if (CALL.test(inside)) return true
  if (TRANSLATED_BEFORE.test(before)) return false
  if (KIND.test(inside) && (KIND_BEFORE.test(before) || ENDED_BEFORE.test(before) || RAN_BEHIND.test(behind)))
    return true
  if (PART.test(inside) && PART_BEFORE.test(before)) return true
  if (ASSEMBLY.test(inside) || CODE_FILE.test(inside)) return true
  if (AT_PATH.test(before) && PLACE.test(inside)) return true
  if (SAID_BEFORE.test(before) && SAID.test(inside)) return true
  const isNamed = NAMED_BEFORE.test(before) && !MEMBER_BEFORE.test(before)
  return isNamed || NAMED_BEHIND.test(behind) || WORDS.test(inside)
}
