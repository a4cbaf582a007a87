import type { Json, JsonObject } from './json.ts'

/** Deeper values are left out: a text of them says nothing to anybody. */
const MAX_DEPTH = 32
const LEFT_OUT = '"…"'

interface Writing {
  pieces: string[]
  charsLeft: number
}

/** At least `chars` characters, if there are any; visits no more of the value, however large or deep. */
export function jsonHead(value: Json, chars: number): string {
  const writing: Writing = { pieces: [], charsLeft: chars }
  write(value, writing, 0)
  return writing.pieces.join('')
}

function write(value: Json, writing: Writing, depth: number): void {
  if (typeof value === 'string') add(quoted(value, writing), writing)
  else if (typeof value !== 'object' || value === null) add(JSON.stringify(value), writing)
  else if (depth >= MAX_DEPTH) add(LEFT_OUT, writing)
  else if (Array.isArray(value)) writeElements(value, writing, depth)
  else writeMembers(value, writing, depth)
}

function writeElements(array: Json[], writing: Writing, depth: number): void {
  add('[', writing)
  for (let index = 0; index < array.length; index++) {
    if (writing.charsLeft <= 0) return
    if (index > 0) add(',', writing)
    write(array[index] as Json, writing, depth + 1)
  }
  add(']', writing)
}

function writeMembers(object: JsonObject, writing: Writing, depth: number): void {
  let separator = ''
  add('{', writing)
  for (const key in object) {
    if (writing.charsLeft <= 0) return
    add(`${separator}${quoted(key, writing)}:`, writing)
    write(object[key] as Json, writing, depth + 1)
    separator = ','
  }
  add('}', writing)
}

function quoted(text: string, { charsLeft }: Writing): string {
  return JSON.stringify(text.length > charsLeft ? text.slice(0, Math.max(0, charsLeft)) : text)
}

function add(piece: string, writing: Writing): void {
  writing.pieces.push(piece)
  writing.charsLeft -= piece.length
}
