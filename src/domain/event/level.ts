import { LEVELS, type Level } from '#contract/vocabulary.ts'
import type { Json } from '../json/json.ts'

const KNOWN: ReadonlyMap<string, Level> = new Map<string, Level>([
  ...LEVELS.map((level): [string, Level] => [level, level]),
  ['log', 'info'],
  ['warn', 'warning'],
  ['critical', 'fatal'],
  ['alert', 'fatal'],
  ['emergency', 'fatal'],
  ['panic', 'fatal'],
  ['notice', 'info'],
  ['information', 'info'],
  ['trace', 'debug'],
  ['verbose', 'debug'],
  ['50', 'fatal'],
  ['40', 'error'],
  ['30', 'warning'],
  ['20', 'info'],
  ['10', 'debug'],
])

/** Level of an event, any case, by the names of syslog and loggers; the numbers are those of Python's logging. Absent or unknown is `error`. */
export function readLevel(value: Json | undefined): Level {
  if (typeof value === 'number') return KNOWN.get(String(value)) ?? 'error'
  if (typeof value !== 'string') return 'error'
  return KNOWN.get(value) ?? KNOWN.get(value.slice(0, 16).trim().toLowerCase()) ?? 'error'
}
