import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { signatureHeaders, signingSecret } from '#domain/alert/webhook-signature.ts'

const GUIDE = readFileSync(resolve(import.meta.dirname, '../../docs/webhooks.md'), 'utf8')
const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'errata-webhook-docs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** How the guide's code in a language is run; `driver` verifies what `INPUT` holds and ends with 1 where that fails. */
interface Language {
  code: string
  file: string
  command: [string, ...string[]]
  driver: string
}

const LANGUAGES: Language[] = [
  {
    code: 'ts',
    file: 'verify.ts',
    command: [process.execPath],
    driver: `
const { secret, headers, body } = JSON.parse(process.env.INPUT ?? '')
verify(secret, headers, body)`,
  },
  {
    code: 'python',
    file: 'verify.py',
    command: ['python3'],
    driver: `
import os
given = json.loads(os.environ["INPUT"])
verify(given["secret"], given["headers"], given["body"].encode())`,
  },
  {
    code: 'go',
    file: 'verify.go',
    command: ['go', 'build', '-o'],
    driver: `
func main() {
	var given struct {
		Secret, Body string
		Headers      map[string]string
	}
	if err := json.Unmarshal([]byte(os.Getenv("INPUT")), &given); err != nil {
		panic(err)
	}
	header := func(name string) string { return given.Headers[name] }
	if err := Verify(given.Secret, header, []byte(given.Body)); err != nil {
		panic(err)
	}
}`,
  },
  {
    code: 'ruby',
    file: 'verify.rb',
    command: ['ruby'],
    driver: `
given = JSON.parse(ENV["INPUT"])
verify(given["secret"], given["headers"], given["body"])`,
  },
  {
    code: 'php',
    file: 'verify.php',
    command: ['php'],
    driver: `
$given = json_decode(getenv('INPUT'), true);
verify($given['secret'], $given['headers'], $given['body']);`,
  },
]

function isMissing({ command: [program] }: Language): boolean {
  return spawnSync(program, [program === 'go' ? 'version' : '--version']).status !== 0
}

/** The guide's code with its driver, in a file of its own. */
function write({ code, file, driver }: Language): string {
  const [, snippet] = new RegExp(`^\`\`\`${code}\\n(.*?)^\`\`\`$`, 'ms').exec(GUIDE)!
  const text = code === 'go' ? snippet!.replace('import (', 'import (\n\t"encoding/json"\n\t"os"') : snippet!
  const path = join(folder, file)
  writeFileSync(path, `${text}${driver}\n`)
  return path
}

/** The command that runs the guide's code. */
async function prepare(language: Language): Promise<string[]> {
  const path = write(language)
  if (language.code !== 'go') return [...language.command, path]
  const built = join(folder, 'verify-go')
  const [program, ...args] = language.command
  await run(program, [...args, built, path])
  return [built]
}

const SECRET = signingSecret(Buffer.alloc(32, 1))
const BODY = '{"event":"test","title":"Größe < 3 😀"}'
function signed(secondsAgo: number): { secret: string; headers: Record<string, string>; body: string } {
  const timestamp = Math.floor(Date.now() / 1000) - secondsAgo
  return {
    secret: SECRET,
    headers: signatureHeaders(SECRET, { id: 'a-b', timestamp, body: BODY }),
    body: BODY,
  }
}

describe.each(LANGUAGES)('docs/webhooks.md in $code', (language) => {
  it.skipIf(isMissing(language))(
    `takes what is signed and nothing else (needs ${basename(language.command[0])})`,
    async () => {
      const [program, ...args] = await prepare(language)
      const verify = (given: object) =>
        run(program!, args, { env: { ...process.env, INPUT: JSON.stringify(given) } })
      const good = signed(0)
      await verify(good)
      const rotated = `v1,${Buffer.alloc(32).toString('base64')} ${good.headers['webhook-signature']}`
      await verify({ ...good, headers: { ...good.headers, 'webhook-signature': rotated } })
      const bad = [
        { ...good, body: `${BODY} ` },
        { ...good, secret: signingSecret(Buffer.alloc(32, 2)) },
        { ...good, headers: { ...good.headers, 'webhook-id': 'a-c' } },
        { ...good, headers: { ...good.headers, 'webhook-signature': '' } },
        signed(301),
      ]
      for (const given of bad) await expect(verify(given)).rejects.toThrow(/too old|wrong signature/)
    },
    60_000,
  )
})
