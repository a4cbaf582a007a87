import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'
import { type JudgedPassword, LEAST_SCORE, type PasswordVerdict } from './verdict.ts'

if (!parentPort) throw new Error('strength-thread runs as a worker thread only')
const port = parentPort

const judge = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  translations: english.translations,
})

port.on('message', (judged: JudgedPassword) => port.postMessage(verdictOn(judged)))

function verdictOn({ password, words }: JudgedPassword): PasswordVerdict {
  const whole = judge.check(password, [...words])
  const bare = whole.score < LEAST_SCORE ? null : withoutPunctuationAtEnds(password)
  const part = bare === null ? whole : judge.check(bare, [...words])
  const { score, feedback } = part.score < whole.score ? part : whole
  const { warning, suggestions } = feedback
  return { score, warning, suggestions }
}

/** `Summer2026!!` is no better than `Summer2026`. Null if there is nothing to leave out, or nothing else. */
function withoutPunctuationAtEnds(text: string): string | null {
  const chars = [...text]
  const first = chars.findIndex(isLetterOrDigit)
  if (first === -1) return null
  const bare = chars.slice(first, chars.findLastIndex(isLetterOrDigit) + 1).join('')
  return bare === text ? null : bare
}

function isLetterOrDigit(char: string): boolean {
  return /[\p{L}\p{N}]/u.test(char)
}
