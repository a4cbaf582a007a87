import { describe, expect, test } from 'vitest'
import { scrubEvent } from '../scrub.ts'
import { isHarmlessText, scrubText } from '../text.ts'

const SECRET = 'Hunter2Zq9'

describe('passwords in command lines', () => {
  test.each([
    String.raw`net use X: \\files\share ${SECRET} /user:CORP\ann`,
    String.raw`net use X: \\files\share /user:CORP\ann ${SECRET}`,
    `net user ann ${SECRET} /add`,
    `mysql -u root -p${SECRET} shop`,
    `MYSQL.EXE -u root -p${SECRET} shop`,
    `curl -X POST https://x.example \\\n  -H 'a: b' \\\n  -u ann:${SECRET}`,
    `sqlcmd -S db -U sa -P ${SECRET}`,
    `bcp shop out f -U sa -P${SECRET}`,
    `sqlplus scott/${SECRET}@orcl`,
    `ldappasswd -D cn=admin -s ${SECRET} uid=ann`,
    `curl --cert client.pem:${SECRET} https://x.example`,
    `beeline -u jdbc:hive2://db:10000 -n ann -p ${SECRET}`,
    `signtool sign /f c.pfx /p ${SECRET} a.exe`,
    `xcrun altool -u ann@x.example -p ${SECRET} --upload-app`,
    `security unlock-keychain -p ${SECRET} login.keychain`,
    `security import c.p12 -P ${SECRET} -A`,
    `cmdkey /add:host /user:ann /pass:${SECRET}`,
    `setup.exe /quiet /password:"${SECRET}"`,
    `psexec \\\\host -u ann -p ${SECRET} cmd`,
    `schtasks /create /ru ann /rp ${SECRET}`,
    `xfreerdp /u:ann /p:${SECRET} /v:host`,
    `keytool -list -storepass ${SECRET} -keypass ${SECRET}`,
    `influx -username ann -password ${SECRET}`,
    `7z x -p${SECRET} a.7z`,
    `openssl enc -aes-256-cbc -k ${SECRET}`,
    `htpasswd -b users ann ${SECRET}`,
    `htpasswd -nb ann ${SECRET}`,
    `lftp -u ann,${SECRET} host`,
    `snmpwalk -v2c -c ${SECRET} host`,
    `winexe -U ann%${SECRET} //host`,
    `ngrok authtoken ${SECRET}`,
    `ngrok config add-authtoken ${SECRET}`,
    `vault operator unseal ${SECRET}`,
    `dotnet nuget push shop.nupkg -k ${SECRET}`,
    `nuget push shop.nupkg -ApiKey ${SECRET}`,
    `supabase link -p ${SECRET}`,
    `az keyvault secret set --vault-name shop --name db --value ${SECRET}`,
    `shopctl sync -u ann -p ${SECRET}`,
    `shopctl ['sync', '-u', 'ann', '-p', '${SECRET}']`,
    `{"args":["-u","ann","-p","${SECRET}"]}`,
    `["sync","--username","ann","-P","${SECRET}"]`,
    `vault login ${SECRET}`,
    `rabbitmqctl add_user ann ${SECRET}`,
    `aws configure set aws_secret_access_key ${SECRET}`,
    `SSHPASS=${SECRET} sshpass -e ssh host`,
    `ConvertTo-SecureString "${SECRET}" -AsPlainText -Force`,
  ])('%s', (line) => {
    expect(scrubText(line)).not.toContain(SECRET)
    const told = scrubText(`Command failed: ${line}`)
    expect(told).not.toContain(SECRET)
    expect(told).toContain('Command failed: ')
  })

  test('the host behind a password stays', () => {
    expect(scrubText(`sqlplus scott/${SECRET}@orcl`)).toBe('sqlplus scott/[Filtered]@orcl')
  })

  test('a password without digits or signs is one too', () => {
    expect(isHarmlessText('docker login -u ann -p swordfish')).toBe(false)
    expect(scrubText('docker login -u ann -p swordfish')).toBe('docker login -u ann -p [Filtered]')
  })

  test.each([
    'docker run -p 8080:80 nginx',
    'docker run -p 127.0.0.1:8080:80/tcp nginx',
    'docker compose -p shop2 up',
    'job -u 1000 -p 8080:80 -v',
    '["job", "-u", "1000", "-p", "8080:80"]',
    '["sync", "-u", "ann", "-p", "production"]',
    'sync -u ann -p /srv/shop2',
    'scp -U ann -P 2222 shop2',
    'ssh -p 2222 host',
    'git commit -p src/app.ts',
    'mysql -u root -p shop < dump.sql',
    'curl --cert client.pem https://x.example',
    'security find-certificate -c ann -p login2.keychain',
    'GET /v1/password:reset 404',
    'git config user.name Ann',
    'curl -u https://x.example',
    'mkdir -p /var/lib/shop',
    'tar -P -xf a.tar',
    String.raw`net use X: \\files\share /persistent:no`,
    'a compass points north',
  ])('%s stays', (line) => {
    expect(scrubText(line)).toBe(line)
  })
})

describe('passwords in lists of arguments', () => {
  test.each([
    `Command '['deploy', '--password', '${SECRET}']' returned non-zero exit status 1.`,
    "['dump', '--user', 'jo', '--password', 'swordfish', 'shop']",
    '["deploy","--token","swordfish","-v"]',
    String.raw`exec: [\"deploy\", \"--api-key\", \"${SECRET}\"]`,
    `Cannot run program "deploy": [deploy, --password, ${SECRET}, -v]`,
    `["--password", '${SECRET}']`,
  ])('%s', (text) => {
    expect(scrubText(text)).not.toMatch(/Hunter|swordfish/)
    expect(scrubText(text)).toContain('[Filtered]')
  })

  test.each([
    "add_argument('--password', '-p', help='x')",
    "add_argument('--password', 'pw')",
    "option('--token', 'Token')",
    "options: ['--password', '--user']",
    "usage: ['--password', 'PASSWORD']",
    'Set --password, --user or --token',
    'unknown options: --token, --colour',
  ])('%s stays', (text) => {
    expect(scrubText(text)).toBe(text)
  })

  test('are found where each argument is printed with its quotes', () => {
    const vars = {
      popenargs: [["'deploy'", "'--password'", "'swordfish'"]],
      args: ["'mysql'", `'-p${SECRET}'`, "'shop'"],
      argv: ['sync', '-u', 'ann', '-p', SECRET],
      ports: ['-u', '1000', '-p', '8080:80'],
    }
    expect(scrubEvent({ extra: vars }).extra).toEqual({
      popenargs: [["'deploy'", "'--password'", '[Filtered]']],
      args: ["'mysql'", '-p[Filtered]', "'shop'"],
      argv: ['sync', '-u', 'ann', '-p', '[Filtered]'],
      ports: ['-u', '1000', '-p', '8080:80'],
    })
  })
})
