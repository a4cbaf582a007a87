import { likelyName } from '#contract/likely-name.ts'
import { type Config, readConfig, unknownSettings } from '#platform/config/config.ts'
import { ConfigError } from '#platform/config/config-error.ts'
import { tooFewFiles } from '#platform/open-files.ts'
import { productVersion } from '#platform/version.ts'
import { type Command, type CommandContext, RemoteError, UsageError } from './command-context.ts'
import { completionScript } from './completion.ts'
import { type CommandLine, readCommandLine, requireNoArguments } from './read-options.ts'
import { REMOTE_COMMANDS } from './remote/commands.ts'
import { watchOutput } from './unwritten-output.ts'
import { visibleText } from './visible-text.ts'

/** Exit codes: 0 done, 1 failed, 2 used wrongly; 3 to 7 as `RemoteError` says. */
const FAILED = 1
const USED_WRONGLY = 2
/** Characters of an unknown command to compare: enough to tell which one was meant. */
const MOST_TYPED = 40
/** Other users of the machine cannot read the files we write, databases above all, even in a folder we did not create. */
const NOT_FOR_OTHERS = 0o027
const DISK_TROUBLE = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/
/** Before what a command does, below its options. */
const INDENT = ' '.repeat(27)

/** A command is loaded when it runs: the service would keep all the others in memory. */
const COMMANDS: Record<string, Command> = {
  serve: {
    run: async (context) => (await import('./serve.ts')).serve(context),
    help: 'serve                    run the service in the foreground',
  },
  'org create': {
    run: async (context) =>
      (await import('./account/create-organization.ts')).createOrganizationCommand(context),
    help: 'org create --name N --owner-email E --owner-password P\nadd an organization with its owner; P: -, and the password on standard input;\nsafe on a live instance',
  },
  'project create': {
    run: async (context) => (await import('./project/create-project.ts')).createProjectCommand(context),
    help: 'project create --name N [--platform P] [--org O] [--json]\ncreate a project and print the DSN of its first key; safe on a live instance',
  },
  'project list': {
    run: async (context) => (await import('./project/list-projects.ts')).listProjectsCommand(context),
    help: 'project list [--org O] [--json]\nlist the projects; safe on a live instance',
  },
  'send-event': {
    run: async (context) => (await import('./project/send-event.ts')).sendEventCommand(context),
    help: 'send-event --dsn DSN [--message M] [--level L] [--environment E] [--release R] [--json]\nsend an event as an SDK would, and print its ID',
  },
  seed: {
    run: async (context) => (await import('./demo/seed-demo.ts')).seedDemoCommand(context),
    help: 'seed --demo [--org O] [--json]\ncreate a project with a week of example errors, sent to the running service; says how to remove it',
  },
  migrate: {
    run: async (context) => (await import('./migrate.ts')).migrateCommand(context),
    help: 'migrate                  migrate the database without starting the service; starting it does the same',
  },
  'token create': {
    run: async (context) => (await import('./account/create-token.ts')).createTokenCommand(context),
    help: 'token create --email E --label L --scope S [--scope S] [--expires-in-days N] [--json]\ncreate an access token for an admin or owner and print it; scopes are read:agent,\nwrite:triage and write:admin; safe on a live instance',
  },
  verify: {
    run: async (context) => (await import('./verify/verify.ts')).verify(context),
    help: 'verify [--deep] [--json] recompute every number from its rows and report each mismatch;\nsafe on a live instance, exit code 1 on a mismatch; --deep also reads every\ndocument and release file, and runs the check of the database engine',
  },
  doctor: {
    run: async (context) => (await import('./doctor/doctor.ts')).doctorCommand(context),
    help: 'doctor [--json]          check runtime, open files, settings, folders, disk, database, clock, port, mail server and\nsingle sign-on, and say what to do; changes nothing, exit code 1 if a check fails',
  },
  backup: {
    run: async (context) => (await import('./backup/backup.ts')).backupCommand(context),
    help: 'backup FOLDER [--json]   copy the data, as of one moment, to a new folder; safe on a live instance',
  },
  restore: {
    run: async (context) => (await import('./backup/restore.ts')).restoreCommand(context),
    help: 'restore FOLDER [--yes] [--json]\nput a backup into the data folder; stop the service first. --yes replaces existing\ndata, which is kept in a folder beside it',
  },
  regroup: {
    run: async (context) => (await import('./regroup.ts')).regroupCommand(context),
    help: "regroup --dry-run PROJECT [--events N] [--in-app P] [--not-in-app P] [--fingerprint PART] [--json]\ngroup a project's newest events (1000, at most 10000) again and list the issues that would\njoin or split with these SDK settings; changes nothing",
  },
  retention: {
    run: async (context) => (await import('./retention.ts')).retention(context),
    help: 'retention [--allow PROJECT] [--accept-clock]\nshow the state of retention; --allow deletes the held events of a project,\n--accept-clock confirms the clock; safe on a live instance',
  },
  'user create': {
    run: async (context) => (await import('./account/create-user.ts')).createUserCommand(context),
    help: 'user create --email E --role R [--org O] [--name N] [--password P]\nadd a member; without --password it prints an invitation link; P: -, and the password\non standard input',
  },
  'user reset-password': {
    run: async (context) => (await import('./account/reset-password.ts')).resetPasswordCommand(context),
    help: 'user reset-password --email E [--password P]\nset the password, or print a reset link; P: -, and the password on standard input',
  },
  'user disable-two-factor': {
    run: async (context) =>
      (await import('./account/disable-two-factor.ts')).disableTwoFactorCommand(context),
    help: 'user disable-two-factor --email E\nturn off two-factor sign-in for someone who lost their device and recovery codes',
  },
  'user unlink-single-sign-on': {
    run: async (context) =>
      (await import('./account/unlink-single-sign-on.ts')).unlinkSingleSignOnCommand(context),
    help: 'user unlink-single-sign-on --email E\nfor someone whose account at the provider was replaced; ends their sessions',
  },
  'journal adopt': {
    run: async (context) => (await import('./verify/adopt-journal.ts')).adoptJournal(context),
    help: 'journal adopt [--yes]    show where each lane would continue after the database or the journal was replaced;\n--yes changes it. Stop the service first',
  },
  ...REMOTE_COMMANDS,
  'sourcemaps upload': {
    run: async (context) => (await import('./sourcemaps/upload.ts')).uploadSourceMapsCommand(context),
    help: 'sourcemaps upload FOLDER --project SLUG [--release R] [--url-prefix ~/] [--no-inject] [--dry-run] [--json]\ngive the scripts of a build debug IDs (before you deploy it), upload them and their source\nmaps to ERRATA_URL (ERRATA_TOKEN with write:admin), and list scripts without a map',
  },
  'sourcemaps inject': {
    run: async (context) => (await import('./sourcemaps/inject.ts')).injectDebugIdsCommand(context),
    help: 'sourcemaps inject FOLDER [--dry-run] [--json]\nonly give the scripts and source maps of a build debug IDs',
  },
  'release commits': {
    run: async (context) => (await import('./release/commits.ts')).releaseCommitsCommand(context),
    help: 'release commits RELEASE --project SLUG [--since COMMIT] [--json]\ntell ERRATA_URL (ERRATA_TOKEN with write:admin) the commits that are new in a release, from the\nhistory of this folder; issues then name the ones that may have caused them',
  },
  version: {
    run: async ({ args }) => {
      requireNoArguments(args)
      process.stdout.write(`errata ${productVersion()}\n`)
    },
    help: 'version                  print the version; so does errata --version',
  },
  completion: {
    run: async ({ args }) => {
      const texts = Object.entries(COMMANDS).map(([name, { help }]) => ({ name, help }))
      process.stdout.write(completionScript(args, texts))
    },
    help: 'completion bash|zsh|fish  print a script that completes commands and options in your shell',
  },
}

/** Runs one command line. @returns the exit code of the process. */
export async function runCommand(argv: string[], env: Record<string, string | undefined>): Promise<number> {
  const whyUnwritten = watchOutput()
  const code = await runLine(argv, env)
  const problem = await whyUnwritten()
  if (problem === null) return code
  process.stderr.write(`errata: The output could not be written: ${problem}.\n`)
  return code || FAILED
}

async function runLine(argv: string[], env: CommandContext['env']): Promise<number> {
  // `help issue list` is `issue list --help`.
  const asked = argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv
  const line = readCommandLine(asked, Object.keys(COMMANDS))
  const asksForHelp = line.asksForHelp || asked.length === 0
  const text = asksForHelp ? helpFor(line) : undefined
  if (text !== undefined) {
    process.stdout.write(text)
    return 0
  }
  if (line.command !== undefined) return run(line.command, line.args, env)
  if (line.asksForVersion && line.firstWord === undefined) return run('version', [], env)
  process.stderr.write(unknownCommand(asked))
  return USED_WRONGLY
}

async function run(command: string, args: string[], env: CommandContext['env']): Promise<number> {
  process.umask(NOT_FOR_OTHERS)
  try {
    if (command !== 'doctor')
      for (const warning of unknownSettings(env)) process.stderr.write(`warning: ${warning}\n`)
    await COMMANDS[command]!.run(contextOf(args, env))
    return 0
  } catch (error) {
    process.stderr.write(`errata: ${visibleText(describe(error))}\n`)
    if (error instanceof RemoteError) return error.exitCode
    return error instanceof UsageError || error instanceof ConfigError ? USED_WRONGLY : FAILED
  }
}

/** The help of one command, of a group, or all of it; undefined for an unknown word. */
function helpFor({ command, firstWord }: CommandLine): string | undefined {
  if (firstWord === undefined) return usage()
  const names = command === undefined ? groupOf(firstWord) : [command]
  return names.length > 0 ? helpOf(names) : undefined
}

/** Says which command may have been meant; all of them would push this out of the window. */
function unknownCommand(argv: string[]): string {
  const words = argv.slice(0, 2).filter((word) => !word.startsWith('-'))
  const typed = words.join(' ').slice(0, MOST_TYPED)
  const group = words[0] === undefined ? [] : groupOf(words[0])
  const said = `errata: ${typed || argv[0]} is not a command.`
  if (group.length > 0) return `${said} These are:\n\n${helpOf(group)}`
  const names = Object.keys(COMMANDS)
  const meant = likelyName(typed, names) ?? likelyName(typed.split(' ')[0]!, names)
  return `${said}${meant ? ` Did you mean ${meant}?` : ''} To list all commands, run errata --help.\n`
}

function groupOf(word: string): string[] {
  return Object.keys(COMMANDS).filter((name) => name.startsWith(`${word} `))
}

function helpOf(names: string[]): string {
  return names.map((name) => `  ${COMMANDS[name]!.help.replaceAll('\n', `\n${INDENT}`)}\n`).join('')
}

/** Settings are read when a command asks for them: one that asks a service over HTTP doesn't need the service's. */
function contextOf(args: string[], env: Record<string, string | undefined>): CommandContext {
  let config: Config | undefined
  return {
    args,
    env,
    get config() {
      config ??= readConfig(env)
      return config
    },
  }
}

function usage(): string {
  return `errata: a self-hosted error tracker\n\n${helpOf(Object.keys(COMMANDS))}\nSettings are environment variables named SVC_*: see docs/configuration.md.\n\nExit codes: 0 done, 1 failed or refused, 2 wrong command line or setting; for commands that call a service: 3 not\nallowed, 4 not found, 5 conflict (someone else has claimed it), 6 rate limit, 7 unreachable or failing.\n`
}

/** The sentence a person needs. What only a mistake in this program throws has none: its stack says where. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isOurs = error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError
  if (isOurs) return `this is a bug; please report it: ${error.stack}`
  return tooFewFiles(error) ?? diskTrouble(error) ?? error.message
}

/** SQLite names neither what it was writing nor what to do. */
function diskTrouble({ code, message }: NodeJS.ErrnoException): string | null {
  if (code === undefined || !DISK_TROUBLE.test(code)) return null
  return `The database cannot be written (${message}). Check that the disk of the data folder has space and that this user can write to it.`
}
