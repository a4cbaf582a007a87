import { describe, expect, test } from 'vitest'
import { scrubText } from '../text.ts'

/** `§` stands for the secret. */
const SAID = `signed in as operator with password §
invalid password § for jo
wrong password (given: '§'), try again
expected password hash §9f8e7d but found none
Das Kennwort lautet §
Ihr Passwort lautet: §
Passwort „§“ wurde abgelehnt
Das Passwort von otto ist §
le mot de passe de luc est §
Mot de passe «§» refusé
la contraseña de ana es §
clave de acceso: §
a senha nova é §
parola d'ordine: §
jeton d'accès : §
Zugangsschlüssel=§
hasło to §
mat_khau=§
Mật khẩu mới là §
Heslo je §
Lösenordet är §
salasana on §
новый пароль: «§»
пароль пользователя oleg: §
токен: §
密码错误:§
新密码为:§,请勿泄露
用户的密码是 §
トークン:§
仮パスワードは§です
合言葉ではないパスワード「§」
비밀번호는 § 입니다
كلمة المرور هي §
la nuova password è §
パスワードを § に変更
비밀번호를 § 로 변경
A new token has been issued: zz9§
passwrd=§
pswd: §
Password          §
username/password: jo / §`

const CODES = String.raw`Ihr Bestätigungscode lautet §
Votre code de vérification est §
Tu código de verificación es §
Ваш код подтверждения: §
您的验证码是§,5分钟内有效
確認コード:§
인증번호: §
Twój kod weryfikacyjny to §
§ is your Example verification code
mfa code § rejected
Your Acme code: §. It expires in 5 minutes.
your code is §
Your one-time passcode is §.
Use § as your login code
PIN § rejected
Votre code est §
Votre code de vérification est le §
Tu código es §
Ваш код: §
Ihr Anmeldecode: §
Parameters: {"pin_code"=>"§"}
your one-time code: §
{\\\"user\\\":\\\"jo\\\",\\\"pin\\\":\\\"§\\\"}`

const KEPT = `Passwort: Pflichtfeld
mot de passe: requis
contraseña: requerida
senha: obrigatória
hasło: wymagane
şifre: zorunlu
пароль: обязателен
heslo: povinné
密码: 必填
密码长度必须是8到20位
パスワード:未入力
パスワードは8文字以上で入力してください
비밀번호: 필수
{"password":"Le mot de passe est requis"}
{"password":["Das Passwort ist zu kurz"]}
{"password":"密码不能为空"}
Das Passwort ist länger als 72 Zeichen
Token ist ungültig
jeton expiré
токен недействителен: срок истёк
неожиданный токен: }
验证码错误
with password authentication enabled
using password hashing algorithm bcrypt
invalid password for user jo
old password and new password must differ
default password policy v2 applied
password    required
connection closed: session=expired room=4
fetch failed: credentials=include mode=cors
existingSecret: db-creds
password = os.getenv("DB_PASSWORD", "")
const password = form.get("password");
user.password = hash(req.body.password);
echo "pwd=$pwd"
article_api: timeout
parola chiave: ricerca`

describe('secrets and what is said of them, in many languages', () => {
  test.each(SAID.split('\n'))('%j', (line) => {
    const names = /токен|トークン/.test(line) ? [] : ['Granite2024', 'granit#9']
    for (const secret of ['Gr4niteHill', 'zebra7Kq2Xw9', ...names]) {
      const scrubbed = scrubText(line.replaceAll('§', secret))
      expect(scrubbed).not.toContain(secret)
      expect(scrubText(scrubbed)).toBe(scrubbed)
    }
  })

  test.each(CODES.split('\n'))('%j', (line) => {
    expect(scrubText(line.replaceAll('§', '482913'))).not.toContain('482913')
  })

  test.each(KEPT.split('\n'))('%j stays', (line) => {
    expect(scrubText(line)).toBe(line)
  })

  test('what follows in the same sentence stays', () => {
    expect(scrubText('仮パスワードはGr4niteHillです')).toBe('仮パスワードは[Filtered]です')
    expect(scrubText('新密码为:Gr4niteHill,请勿泄露')).toBe('新密码为:[Filtered],请勿泄露')
    expect(scrubText('Passwort „Gr4niteHill“ ist falsch')).toBe('Passwort „[Filtered]“ ist falsch')
    expect(scrubText(String.raw`a=1\u0026password=Gr4niteHill\u0026page=2`)).toBe(
      String.raw`a=1\u0026password=[Filtered]\u0026page=2`,
    )
  })
})
