export const SECRET_PARTS =
  /pass(?:word|wd|wort|ord(?![a-z])|phrase|code|wrd)|passw$|pasword|pwd|pswd|secret(?!ar[iy])|(?<!publickey)token(?!i[sz])|apikey|(?<!un)auth(?!enticate$|or(?!i[sz](?!er)))|cookie|session|sessid|[cx]srf|credential|(?:private|access|account|(?:en|de)cryption|signing|master|client|ssh|shared|secret|license|subscription|webhook|consumer|hmac|aes|deploy)key|bearer|creditcard|cardnumber|codeverifier|devicecode|saml(?:response|request|assertion)|(?:jwt|client|oauth)assertion|^(?:connectsid|otp|cvv2?|cvc2?|securitycode|cardcode|ssn|socialsecurity(?:number)?|nationalid(?:number)?|passport(?:number|no)|taxid(?:number)?|(?:drivers|driving)licen[cs]e(?:number)?|snmpcommunity|communitystring|mnemonic)$|jwt$|(?:bind|root|db|user|admin|ldap|mail|smtp|sudo)pw$|(?:db|user|usr|adm|admin|root|login|ssh|smtp|mail|imap|ftp|http|proxy|pg|sql|redis|mongo|ldap|bind|vpn|wifi|sudo|become|store|key|my|new|old|rdp|vnc)pass$/

const FOREIGN_WORDS = [
  ...['passwort', 'kennwort', 'zugangsdaten', 'geheimnis', 'mot de passe', 'contraseña', 'contrasena'],
  ...['palavra-passe', 'wachtwoord', 'hasło', 'haslo', 'heslo', 'lösenord', 'losenord', 'passord', 'kodeord'],
  ...['adgangskode', 'salasana', 'şifre', 'sifre', 'jelszó', 'lozinka', 'geslo', 'slaptažodis', 'mật khẩu'],
  ...['kata sandi', 'kata laluan', 'mat khau', 'contrasenya', 'pasahitza', 'lykilorð', 'clave secreta'],
  ...[
    'clave de acceso',
    'clave api',
    'parola d’ordine',
    "parola d'ordine",
    'zugangsschlüssel',
    'api-schlüssel',
  ],
  ...["clé d'accès", 'clé d’accès', 'clé secrète', 'chave de acesso', 'chave secreta', 'chave de api'],
  ...['chiave api', 'chiave segreta', 'klucz api', 'пароль', 'парола', 'лозинка', 'секрет', 'ключ доступа'],
  ...[
    'ключ api',
    'api-ключ',
    'κωδικός πρόσβασης',
    'συνθηματικό',
    '密码',
    '密碼',
    '口令',
    '令牌',
    '密钥',
    '密鑰',
  ],
  ...[
    'パスワード',
    '暗証番号',
    'シークレット',
    'apiキー',
    'アクセスキー',
    '비밀번호',
    '암호',
    '패스워드',
    'api 키',
  ],
  ...['كلمة المرور', 'كلمة السر', 'סיסמה', 'पासवर्ड', 'পাসওয়ার্ড', 'รหัสผ่าน', 'رمز عبور'],
]
/** A token, in other languages: an everyday word, whose value has to look like a secret. */
const FOREIGN_LIKELY_WORDS = ['токен', 'トークン', '토큰', 'jeton', 'clé api']
/** What is typed to sign in or to confirm, in other languages. */
const FOREIGN_CODE_WORDS = [
  ...['sicherheitscode', 'bestätigungscode', 'verifizierungscode', 'einmalcode', 'verificatiecode'],
  ...['anmeldecode', 'zugangscode', 'code de connexion', 'código de acceso', 'código de seguridad'],
  ...['codigo de verificacion', 'codice di accesso', 'код доступа', 'код входа'],
  ...['code de vérification', 'code de confirmation', 'código de verificación', 'código de confirmación'],
  ...['código de verificação', 'código de confirmação', 'codice di verifica', 'kod weryfikacyjny'],
  ...['doğrulama kodu', 'код подтверждения', 'код підтвердження', 'mã xác minh', 'mã xác nhận', 'mã otp'],
  ...['验证码', '驗證碼', '認証コード', '確認コード', '인증번호', 'رمز التحقق', 'קוד אימות'],
]
export const FOREIGN_CODES = new Set(FOREIGN_CODE_WORDS.map(plainLetters))

/** As `FOREIGN_WORDS`, but only as a word of its own: `desenha` and `reclave` hold no secret. */
export const SECRET_WORDS = new Set(
  [
    'pw',
    'psw',
    'pass',
    'passw',
    'pwd',
    'mdp',
    'senha',
    'clave',
    'parola',
    'parool',
    'creds',
    'psk',
    'ssn',
    'cvv',
    'cvc',
    'sess',
  ].concat(FOREIGN_WORDS.map(plainLetters)),
)

export const FOREIGN_PATTERN = patternOf(FOREIGN_WORDS)
export const FOREIGN_CODE_PATTERN = patternOf(FOREIGN_CODE_WORDS)
export const FOREIGN_LIKELY_PATTERN = patternOf(FOREIGN_LIKELY_WORDS)

export const FOREIGN_PARTS = new RegExp(FOREIGN_WORDS.map(plainLetters).join('|'))
export const FOREIGN_LIKELY_PARTS = new RegExp(FOREIGN_LIKELY_WORDS.map(plainLetters).join('|'))

/** Last words of keys whose value says something about a secret, and is none: `token_type`, `session_timeout`. */
export const ABOUT_SECRETS = new Set(
  (
    'type types kind method methods scheme schemes mode provider providers strategy status count counts total ' +
    'limit limits max min used usage remaining left length len size duration timeout ttl age lifetime validity ' +
    'expires expiry expiration expired expire in at on ms millis sec secs second seconds minute minutes hour hours day days ' +
    'attempt attempts retry retries pid loaded version alg algorithm policy required enabled disabled valid invalid present ' +
    'missing changed created updated issued rotated url uri endpoint host hostname domain port path dir directory ' +
    'file filename location region service server module package class backend driver handler middleware helper ' +
    'manager store storage factory controller guard filter user username realm level error errors failed failure ' +
    'failures success result time date interval window rate name title label description field fields param attr attrs attributes arn ' +
    'configuration config selection selector flows factors order unit units expression list ' +
    'parameter prefix suffix format encoding strength score rule rules source origin samesite secure httponly ' +
    'consent banner parser plugin client library rotation revoked exception middlewares providers servers services ' +
    'mechanism mechanisms lifespan only database db context email mail state states phase stage flow step screen page view event events action category group queue topic table column ' +
    'schema model pool latency bytes hits misses issuer audience scope scopes grant grants permission permissions ' +
    'renewal renewals refreshes device browser os platform country language locale timezone status_code reason ' +
    'start started starts end ended begin begun opened closed active inactive since seen idle recording ' +
    'verified refreshed accepted rejected saved out budget budgets cost costs price amount balance symbol ' +
    'decimals address index offset position quality ok banners law preferences replay ' +
    'color colour bg background width height margin padding border radius shadow font gap opacity icon style class_name'
  ).split(' '),
)

/** Before `key`: what names a place in data, on a keyboard or in a table; the value is not a secret. */
export const PLAIN_KEYS = new Set(
  (
    'public primary foreign cache partition sort routing idempotency object row unique shard i18n translation locale ' +
    'lookup group index message natural composite surrogate hash range dedup event redis map json dict config ' +
    'setting settings property field column attribute metric label tag state query resource entity item node ' +
    'record missing unknown invalid duplicate first last next prev previous hot arrow enter escape esc space tab ' +
    'shift ctrl alt cmd parent child sub super candidate business data dictionary registry kv the a an any ' +
    'each this that no of for by per issue project feature flag theme menu form input html css react dom ui nav ' +
    'answer correct low high left right up down page end home function media file bucket s3 topic kafka queue ' +
    'storage injection provider context persist'
  ).split(' '),
)

/** In lower case, what is longest in each of these words that a keyboard of English can type. Letters beyond ASCII
 * are a sign by themselves. */
export const RARE_FOREIGN_WORDS = [...FOREIGN_WORDS, ...FOREIGN_LIKELY_WORDS, ...FOREIGN_CODE_WORDS]
  .filter((word) => /^[a-z' -]+$/.test(word))
  .map((word) =>
    word.split(/[' -]/).reduce((longest, part) => (part.length > longest.length ? part : longest)),
  )

function patternOf(words: readonly string[]): string {
  return words.map((word) => word.replaceAll(/[ -]/g, '[-_ ]?')).join('|')
}

/** A letter that Unicode does not take apart: `hasło` is typed `haslo` where the keyboard lacks it. */
function plainLetters(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/ł/g, 'l')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
}
