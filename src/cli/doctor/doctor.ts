import { counted } from '#contract/counted.ts'
import { visibleJson } from '#domain/json/visible-json.ts'
import type { Config } from '#platform/config/config.ts'
import { ConfigError } from '#platform/config/config-error.ts'
import type { CommandContext } from '../command-context.ts'
import { readOptions } from '../read-options.ts'
import { visibleText } from '../visible-text.ts'
import { checkDatabase } from './check-database.ts'
import { checkFolders } from './check-folders.ts'
import { checkMail } from './check-mail.ts'
import { checkOpenFiles, checkRuntime } from './check-runtime.ts'
import { checkService } from './check-service.ts'
import { checkSettings } from './check-settings.ts'
import { checkSingleSignOn } from './check-single-sign-on.ts'
import { type Finding, fail } from './finding.ts'

/** `doctor`: looks at everything an installation needs and says what to do; changes nothing. @throws Error if a check failed. */
export async function doctorCommand(context: CommandContext): Promise<void> {
  const { json = false } = readOptions(context.args, ['json'])
  const findings = await examine(context)
  const failed = findings.filter(({ status }) => status === 'fail').length
  const warnings = findings.filter(({ status }) => status === 'warn').length
  if (json) process.stdout.write(`${visibleJson({ ok: failed === 0, findings }, 2)}\n`)
  else
    process.stdout.write(
      `${visibleText(findings.map(lineOf).join(''))}${failed} failed, ${counted(warnings, 'warning')}.\n`,
    )
  if (failed > 0) throw new Error('The installation has problems; each says what to do.')
}

async function examine(context: CommandContext): Promise<Finding[]> {
  const { env } = context
  let config: Config
  try {
    config = context.config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const wrong = error.message.split('\n')
    const todo = 'Correct it; docs/configuration.md describes every setting. The other checks need it.'
    return [checkRuntime(), ...wrong.map((message) => fail('settings', message, todo))]
  }
  const apart = [checkDatabase(config), checkService(config), checkMail(config), checkSingleSignOn(config)]
  return [
    checkRuntime(),
    checkOpenFiles(),
    ...checkSettings(config, env),
    ...checkFolders(config),
    ...(await Promise.all(apart)).flat(),
  ]
}

function lineOf({ status, check, message, todo }: Finding): string {
  return `${status.padEnd(4)}  ${check.padEnd(11)}  ${message}\n${todo === null ? '' : `${' '.repeat(19)}→ ${todo}\n`}`
}
