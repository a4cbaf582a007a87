import { closeSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { counted, grouped } from '#contract/counted.ts'
import { readClassLine } from '#domain/retrace/class-line.ts'
import { type ClassMapping, readClassMapping } from '#domain/retrace/class-mapping.ts'
import type { Mapping } from '#domain/retrace/retrace.ts'
import type { Lru } from '#platform/lru.ts'

interface ClassPlace {
  original: string
  /** Bytes of the lines below that of the class. */
  start: number
  end: number
}

const PIECE_BYTES = 1024 * 1024
const MAX_LINE_BYTES = 64 * 1024
const MAX_CLASSES = 500_000
/** What a class takes of the memory beside its names and lines. */
const CLASS_BYTES = 300
/** What a line takes of the memory beside its text. */
const LINE_BYTES = 300
const MAX_CLASS_BYTES = 8 * 1024 * 1024
const [LINE_END, BLANK, TAB, COMMENT] = [0x0a, 0x20, 0x09, 0x23]

export interface ParsedClass {
  /** Of memory, about. */
  bytes: number
  mapping: ClassMapping
}

interface OpenOptions {
  maxBytes: number
  /** Of all files, by path and obfuscated name. */
  parsed: Lru<string, ParsedClass>
}

/** A mapping file on disk, of which only where each class begins is kept: a file has up to millions of lines,
 * and a stack names few classes. */
export class MappingFile implements Mapping {
  readonly #path: string
  readonly #places: ReadonlyMap<string, ClassPlace>
  readonly #byOriginal: ReadonlyMap<string, string>
  readonly #parsed: Lru<string, ParsedClass>

  private constructor(
    path: string,
    places: ReadonlyMap<string, ClassPlace>,
    parsed: Lru<string, ParsedClass>,
  ) {
    this.#path = path
    this.#places = places
    this.#parsed = parsed
    this.#byOriginal = new Map([...places].map(([obfuscated, { original }]) => [original, obfuscated]))
  }

  /** Reads it once. @throws Error, with what is wrong with it */
  static async open(path: string, { maxBytes, parsed }: OpenOptions): Promise<MappingFile> {
    const index = new ClassIndex(maxBytes)
    const file = await open(path, 'r')
    try {
      const piece = Buffer.allocUnsafe(PIECE_BYTES)
      for (;;) {
        const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, index.size)
        if (bytesRead === 0) break
        index.add(piece.subarray(0, bytesRead))
      }
    } finally {
      await file.close()
    }
    return new MappingFile(path, index.end(), parsed)
  }

  /** What it takes of the memory, about. */
  get bytes(): number {
    const names = this.#places.entries()
    return names.reduce((sum, [name, { original }]) => sum + CLASS_BYTES + name.length + original.length, 0)
  }

  /** @throws the error of the file system; Error for a class that would take too much memory */
  classNamed(obfuscated: string): ClassMapping | null {
    const place = this.#places.get(obfuscated)
    if (place === undefined) return null
    const bytes = place.end - place.start
    if (bytes > MAX_CLASS_BYTES)
      throw new Error(`one of its classes has more than ${counted(MAX_CLASS_BYTES, 'byte')}`)
    const { mapping } = this.#parsed.getOr(`${this.#path}\0${obfuscated}`, () =>
      parsedClass(readClassMapping(place.original, this.#textAt(place)), bytes),
    )
    return mapping
  }

  fileOf(original: string): string | null {
    const obfuscated = this.#byOriginal.get(original)
    return obfuscated === undefined ? null : (this.classNamed(obfuscated)?.file ?? null)
  }

  #textAt({ start, end }: ClassPlace): string {
    const bytes = Buffer.allocUnsafe(end - start)
    const file = openSync(this.#path, 'r')
    try {
      let read = 0
      while (read < bytes.length) {
        const more = readSync(file, bytes, read, bytes.length - read, start + read)
        if (more === 0) throw new Error('it has become shorter')
        read += more
      }
    } finally {
      closeSync(file)
    }
    return storableText(bytes, 0, bytes.length)
  }
}

function parsedClass(mapping: ClassMapping, textBytes: number): ParsedClass {
  const lines = mapping.methods.values().reduce((sum, { length }) => sum + length, 0)
  return { bytes: textBytes + LINE_BYTES * lines, mapping }
}

/** Where the classes of a file are, which is read in pieces. */
class ClassIndex {
  readonly #places = new Map<string, ClassPlace>()
  readonly #maxBytes: number
  #size = 0
  #current: ClassPlace | null = null
  /** The beginning of a line whose end was not read yet, and where it begins. */
  #rest = Buffer.alloc(0)
  #restAt = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get size(): number {
    return this.#size
  }

  add(piece: Buffer): void {
    this.#size += piece.length
    if (this.#size > this.#maxBytes) throw new Error(`it is larger than ${counted(this.#maxBytes, 'byte')}`)
    const bytes = Buffer.concat([this.#rest, piece])
    let at = 0
    for (;;) {
      const end = bytes.indexOf(LINE_END, at)
      if (end === -1) break
      if (isOfClass(bytes[at])) this.#line(storableText(bytes, at, end), this.#restAt + at, end - at)
      at = end + 1
    }
    this.#rest = Buffer.from(bytes.subarray(at))
    this.#restAt += at
    if (this.#rest.length > MAX_LINE_BYTES)
      throw new Error(`it has a line of more than ${counted(MAX_LINE_BYTES, 'byte')}`)
  }

  end(): ReadonlyMap<string, ClassPlace> {
    if (isOfClass(this.#rest[0]))
      this.#line(storableText(this.#rest, 0, this.#rest.length), this.#restAt, this.#rest.length)
    if (this.#current) this.#current.end = this.#size
    if (this.#places.size === 0) throw new Error('it names no class')
    return this.#places
  }

  #line(text: string, at: number, length: number): void {
    const line = readClassLine(text)
    if (line === null) return
    if (this.#current) this.#current.end = at
    if (this.#places.size === MAX_CLASSES) throw new Error(`it has more than ${grouped(MAX_CLASSES)} classes`)
    const start = Math.min(at + length + 1, this.#size)
    this.#current = { original: line.original, start, end: start }
    this.#places.set(line.obfuscated, this.#current)
  }
}

/** Databases refuse NUL. */
function storableText(bytes: Buffer, start: number, end: number): string {
  return bytes.toString('utf8', start, end).replaceAll('\0', '')
}

function isOfClass(first: number | undefined): boolean {
  return first !== undefined && first !== BLANK && first !== TAB && first !== COMMENT && first !== LINE_END
}
