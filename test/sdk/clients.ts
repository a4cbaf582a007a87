import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { untilSdksReady } from '../support/sdks-ready.ts'

/** Where `.ci/clients` puts what it downloads and builds. */
const BUILT =
  process.env.ERRATA_CLIENTS ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'errata-ci', 'clients')

/** What one cause of the shop becomes: a title, and the function (and perhaps file) to look at first. */
interface Expected {
  title: RegExp
  culprit: RegExp
  /** Types of the exceptions, the cause first. */
  chain?: string[]
  level?: string
}

/** A stock SDK in a small program that fails in five ways; it takes an order's number as its argument. */
export interface Client {
  name: string
  command: string[]
  /** What the machine lacks, for the name of the skipped tests. */
  missing: string | false
  /** As `Event.platform` says. */
  platform: string
  /** The outermost functions of the application. */
  entry: RegExp
  /** Name of the application's only file. */
  file: string
  issues: Expected[]
}

untilSdksReady()
const go = join(BUILT, 'go', 'shop')
const rust = join(BUILT, 'rust', 'debug', 'shop')
const jar = join(BUILT, 'java', 'sentry.jar')

export const CLIENTS: Client[] = [
  {
    name: 'Go',
    command: [go],
    missing: lacking(existsSync(go), 'go'),
    platform: 'go',
    entry: /^(?:main|inBackground\.func1)$/,
    file: 'main.go',
    issues: [
      { title: /^\*main\.CardError: card 7\d+ declined$/, culprit: /^reserveShelf \(main\.go\)$/ },
      {
        title: /^\*fmt\.wrapError: checkout failed: card 7\d+ declined$/,
        culprit: /^checkOut \(main\.go\)$/,
        chain: ['*main.CardError', '*errors.joinError', '*fmt.wrapError'],
      },
      { title: /^Disk almost full at 7\d+%$/, culprit: /^report \(main\.go\)$/, level: 'info' },
      { title: /^Payment provider unreachable$/, culprit: /^report \(main\.go\)$/, level: 'info' },
      { title: /^\*errors\.errorString: cart is empty$/, culprit: /^answer \(main\.go\)$/ },
      { title: /^\*errors\.errorString: order 7\d+ is late$/, culprit: /^answer \(main\.go\)$/ },
      {
        title: /index out of range \[3\] with length 0$/,
        culprit: /^sendMail \(main\.go\)$/,
        level: 'fatal',
      },
      { title: /assignment to entry in nil map$/, culprit: /^shipOrder \(main\.go\)$/, level: 'fatal' },
    ],
  },
  {
    name: 'Rust',
    command: [rust],
    missing: lacking(existsSync(rust), 'cargo'),
    platform: 'native',
    entry: /^(?:main|shop::main(?:::\{\{closure\}\})?)$/,
    file: 'main.rs',
    issues: [
      { title: /^CardError: card 7\d+ declined$/, culprit: /^shop::reserve_shelf \(main\.rs\)$/ },
      {
        title: /^CheckoutError: checkout failed$/,
        culprit: /^shop::check_out \(main\.rs\)$/,
        chain: ['CardError', 'CheckoutError'],
      },
      { title: /^Disk almost full at 7\d+%$/, culprit: /^report \(main\.rs\)$/, level: 'warning' },
      { title: /^Payment provider unreachable$/, culprit: /^report \(main\.rs\)$/ },
      { title: /^panic: index out of bounds/, culprit: /^shop::send_mail \(main\.rs\)$/, level: 'fatal' },
      { title: /^panic: an address$/, culprit: /^shop::ship_order \(main\.rs\)$/, level: 'fatal' },
    ],
  },
  {
    name: 'Java',
    command: ['java', '-cp', jar, program('java', 'Shop.java')],
    missing: lacking(existsSync(jar) && runs('javac', '--version'), 'a JDK and Maven'),
    platform: 'java',
    entry: /^(?:main|lambda\$main\$\d)$/,
    file: 'Shop.java',
    issues: [
      { title: /^Shop\$CardException: card 7\d+ declined$/, culprit: /^chargeCard \(Shop\.java\)$/ },
      {
        title: /^IllegalStateException: checkout failed$/,
        culprit: /^checkOut \(Shop\.java\)$/,
        chain: ['Shop$CardException', 'IllegalStateException'],
      },
      { title: /^Disk almost full at 7\d+%$/, culprit: /^report \(Shop\.java\)$/, level: 'warning' },
      { title: /^Payment provider unreachable$/, culprit: /^report \(Shop\.java\)$/, level: 'info' },
      { title: /^\w*IndexOutOfBoundsException: /, culprit: /^sendMail \(Shop\.java\)$/, level: 'fatal' },
      { title: /^NullPointerException: /, culprit: /^shipOrder \(Shop\.java\)$/, level: 'fatal' },
    ],
  },
  {
    name: 'Ruby',
    command: ['ruby', program('ruby', 'shop.rb')],
    missing: lacking(runs('ruby', '-e', 'require "sentry-ruby"'), 'ruby with sentry-ruby'),
    platform: 'ruby',
    entry: /^(?:<main>|block in in_background)$/,
    file: 'shop.rb',
    issues: [
      { title: /^CardError: card 7\d+ declined$/, culprit: /^charge_card \(.*shop\.rb\)$/ },
      {
        title: /^RuntimeError: checkout failed$/,
        culprit: /^rescue in check_out \(.*shop\.rb\)$/,
        chain: ['CardError', 'RuntimeError'],
      },
      { title: /^Disk almost full at 7\d+%$/, culprit: /^report \(.*shop\.rb\)$/, level: 'warning' },
      { title: /^Payment provider unreachable$/, culprit: /^report \(.*shop\.rb\)$/ },
      { title: /^IndexError: /, culprit: /^send_mail \(.*shop\.rb\)$/ },
      { title: /^NoMethodError: /, culprit: /^ship_order \(.*shop\.rb\)$/ },
    ],
  },
]

function program(...path: string[]): string {
  return join(import.meta.dirname, ...path)
}

function lacking(present: boolean, what: string): string | false {
  return present ? false : `needs ${what}, and .ci/clients`
}

function runs(command: string, ...given: string[]): boolean {
  return spawnSync(command, given, { stdio: 'ignore' }).status === 0
}
